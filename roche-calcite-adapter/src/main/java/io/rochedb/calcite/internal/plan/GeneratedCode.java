package io.rochedb.calcite.internal.plan;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.runtime.ArrayBindable;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.runtime.Typed;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.commons.compiler.util.reflect.ByteArrayClassLoader;
import org.codehaus.janino.ClassLoaderIClassLoader;
import org.codehaus.janino.Java;
import org.codehaus.janino.Parser;
import org.codehaus.janino.Scanner;
import org.codehaus.janino.UnitCompiler;
import org.codehaus.janino.util.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * From operators to running code, as the library does it, at less than half its cost: what the compiler has learned about the classes
 * that code calls is kept, and so is the code itself, for statements that differ in names only come to the same text.
 *
 * <p>Thread-safe. Code keeps nothing of an execution and nothing of a plan, whose objects it is handed by {@link RocheDataContext}.
 */
final class GeneratedCode {
    /** Texts kept with what they were compiled to, and how long a text may be. */
    private static final int KEPT_MAX = 200;

    private static final int KEPT_CHARS_MAX = 100_000;

    /** Compilations after which what is known about classes is learned anew: it also holds every name that was no class. */
    private static final int USES_MAX = 500;

    /** Compilations at the same time that find what earlier ones learned. */
    private static final int KNOWN_MAX = 4;

    private static final String FAILED = "Error while compiling generated code:\n";
    private static final ClassLoader LIBRARY = libraryLoader();
    private static final BlockingQueue<Known> KNOWN = new ArrayBlockingQueue<>(KNOWN_MAX);

    private static final Map<String, Compiled> KEPT = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Compiled> eldest) {
            return size() > KEPT_MAX;
        }
    };

    /**
     * The classes of a text. Where they have constants they are loaded anew for each plan: a constant whose computation fails,
     * as of {@code 1 / 0}, ruins its class.
     */
    private record Compiled(
            String name,
            Map<String, byte[]> classes,
            @Nullable Bindable<?> shared) {
        Bindable<?> forPlan() {
            return shared != null ? shared : load(name, classes);
        }
    }

    /** What compilations learned about classes; of one compilation at a time. */
    private static final class Known {
        private final ClassLoaderIClassLoader classes = new ClassLoaderIClassLoader(LIBRARY);
        private int uses;
    }

    private GeneratedCode() {}

    private static ClassLoader libraryLoader() {
        ClassLoader loader = EnumerableRel.class.getClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Returns the code of a plan; the objects it refers to by name are put into {@code stashed}. */
    static Bindable<?> of(EnumerableRel plan, Map<String, Object> stashed) {
        EnumerableRelImplementor implementor =
                new EnumerableRelImplementor(plan.getCluster().getRexBuilder(), stashed);
        ClassDeclaration declaration = implementor.implementRoot(plan, EnumerableRel.Prefer.ARRAY);
        boolean scalar = plan.getRowType().getFieldCount() == 1;
        String text = "public final class " + declaration.name + " implements "
                + (scalar
                        ? Bindable.class.getCanonicalName() + ", " + Typed.class.getCanonicalName()
                        : ArrayBindable.class.getCanonicalName())
                + " {\n" + Expressions.toString(declaration.memberDeclarations, "\n", false) + "\n}";
        Compiled compiled = kept(text);
        if (compiled == null) {
            compiled = compile(declaration.name, text);
            if (text.length() <= KEPT_CHARS_MAX) {
                synchronized (KEPT) {
                    KEPT.put(text, compiled);
                }
            }
        }
        return compiled.forPlan();
    }

    private static @Nullable Compiled kept(String text) {
        synchronized (KEPT) {
            return KEPT.get(text);
        }
    }

    private static Compiled compile(String name, String text) {
        Known pooled = KNOWN.poll();
        Known known = pooled == null ? new Known() : pooled;
        Map<String, byte[]> classes = new HashMap<>();
        try {
            Java.AbstractCompilationUnit unit =
                    new Parser(new Scanner(null, new StringReader(text))).parseAbstractCompilationUnit();
            List<ClassFile> files = new ArrayList<>();
            new UnitCompiler(unit, known.classes).compileUnit(false, false, false, files);
            for (ClassFile file : files) {
                classes.put(file.getThisClassName(), file.toByteArray());
            }
        } catch (CompileException | IOException | RuntimeException e) {
            throw new IllegalStateException(FAILED + text, e);
        }
        // not after a failure: nobody knows what it left behind
        if (++known.uses < USES_MAX) {
            KNOWN.offer(known);
        }
        boolean constants = text.contains("static final ");
        return new Compiled(name, classes, constants ? null : load(name, classes));
    }

    private static Bindable<?> load(String name, Map<String, byte[]> classes) {
        try {
            return (Bindable<?>) new ByteArrayClassLoader(classes, LIBRARY)
                    .loadClass(name)
                    .getDeclaredConstructors()[0]
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(FAILED + name, e);
        }
    }
}
