package io.rochedb.jdbc.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * JSON trees of the library the caller has: a class {@code JsonNode} beside an {@code ObjectMapper}, as in every Jackson.
 *
 * <p>Reached by name only, so that the driver depends on no JSON library and takes the one of the caller's class loader.
 */
final class JsonNodes {
    /** The mapper of a class's library; it lives as long as the class. */
    private static final ClassValue<Mapper> MAPPERS = new ClassValue<>() {
        @Override
        protected Mapper computeValue(Class<?> root) {
            return Mapper.of(root);
        }
    };

    private record Mapper(Object mapper, Method readTree) {
        static Mapper of(Class<?> root) {
            try {
                Class<?> type = Class.forName(root.getPackageName() + ".ObjectMapper", true, root.getClassLoader());
                return new Mapper(type.getConstructor().newInstance(), type.getMethod("readTree", String.class));
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new SqlErrors.ConversionException(
                        SqlErrors.NOT_SUPPORTED,
                        root.getName() + " cannot be made: there is no ObjectMapper beside it; read the text instead");
            }
        }
    }

    private JsonNodes() {}

    /** Returns the library's class of all trees that a class is or extends, or null. */
    private static @Nullable Class<?> root(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getSimpleName().equals("JsonNode") && c.getPackageName().endsWith(".databind")) {
                return c;
            }
        }
        return null;
    }

    /** Returns whether values of the class are JSON trees. */
    static boolean accepts(Class<?> type) {
        return root(type) != null;
    }

    /** Reads a text as a tree of the class. */
    static Object parse(String text, Class<?> type) {
        Class<?> root = root(type);
        if (root == null) {
            throw new IllegalArgumentException(type + " is no class of JSON trees");
        }
        Mapper mapper = MAPPERS.get(root);
        try {
            Object tree = mapper.readTree.invoke(mapper.mapper, text);
            if (type.isInstance(tree)) {
                return tree;
            }
        } catch (InvocationTargetException e) {
            throw bad(text, "JSON");
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the JSON library does not let itself be called", e);
        }
        throw bad(text, "JSON of class " + type.getSimpleName());
    }

    private static SqlErrors.ConversionException bad(String text, String expected) {
        return new SqlErrors.ConversionException(SqlErrors.BAD_CAST, "'" + Values.shown(text) + "' is no " + expected);
    }
}
