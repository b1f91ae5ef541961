package io.rochedb.sqlline;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Words for failures whose exceptions only name a file. */
final class Failures {
    private Failures() {}

    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return String.valueOf(failure.getMessage());
    }
}
