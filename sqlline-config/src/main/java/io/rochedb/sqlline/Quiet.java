package io.rochedb.sqlline;

import java.util.List;
import sqlline.BuiltInProperty;
import sqlline.DispatchCallback;
import sqlline.SqlLine;

/** Runs a statement of a command in sqlline's own connection without repeating it on the terminal. */
final class Quiet {
    private Quiet() {}

    static void run(SqlLine sqlLine, String statement, DispatchCallback callback) {
        boolean silent = sqlLine.getOpts().getSilent();
        sqlLine.getOpts().set(BuiltInProperty.SILENT, true);
        try {
            sqlLine.runCommands(List.of(statement), callback);
        } finally {
            sqlLine.getOpts().set(BuiltInProperty.SILENT, silent);
        }
    }
}
