package io.rochedb.sqlline;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;

/**
 * The real standard error of the process.
 *
 * <p>The JVM writes "WARNING: Using incubator modules" to descriptor 2 before any code of ours runs, and has no switch against it. The
 * launcher therefore puts a filter on 2 and passes the real stream as another descriptor, which only {@link FileDescriptor}'s own field
 * can name: reopening {@code /dev/fd/3} would lose the shared file position of {@code >log 2>&1}.
 */
final class StandardError {
    private StandardError() {}

    /** Opens a descriptor as UTF-8; falls back to standard error when there is none or the JVM does not let us. */
    static PrintStream open(String descriptor) {
        FileDescriptor target = FileDescriptor.err;
        if (!descriptor.isEmpty()) {
            try {
                FileDescriptor named = new FileDescriptor();
                Field field = FileDescriptor.class.getDeclaredField("fd");
                field.setAccessible(true);
                field.setInt(named, Integer.parseInt(descriptor));
                target = named;
            } catch (ReflectiveOperationException | RuntimeException notOpened) {
                target = FileDescriptor.err;
            }
        }
        return new PrintStream(new FileOutputStream(target), true, StandardCharsets.UTF_8);
    }
}
