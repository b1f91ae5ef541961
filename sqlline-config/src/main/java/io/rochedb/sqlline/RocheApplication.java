package io.rochedb.sqlline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import sqlline.Application;
import sqlline.BuiltInProperty;
import sqlline.CommandHandler;
import sqlline.PromptHandler;
import sqlline.SqlLine;
import sqlline.SqlLineOpts;

/** sqlline made RocheDB's: driver, greeting, a prompt that shows the store, and the commands {@code !rings} and {@code !scan}. */
public final class RocheApplication extends Application {
    private static final int WIDTH_UNLIMITED = 1_000_000;

    @Override
    public String getInfoMessage() {
        return "RocheDB " + Main.versionText() + "; statements end with ';'; !rings [glob], !scan, !help, !quit";
    }

    @Override
    public String getVersion() {
        return Main.versionText();
    }

    @Override
    public List<String> allowedDrivers() {
        return List.of("io.rochedb.jdbc.RocheDriver");
    }

    @Override
    public Collection<String> getConnectionUrlExamples() {
        return List.of("jdbc:roche:./data", "jdbc:roche:file:/var/lib/roche", "jdbc:roche:mem:");
    }

    @Override
    public Collection<CommandHandler> getCommandHandlers(SqlLine sqlLine) {
        List<CommandHandler> handlers = new ArrayList<>(super.getCommandHandlers(sqlLine));
        handlers.add(new RingsHandler(sqlLine));
        handlers.add(new ScanHandler(sqlLine));
        return handlers;
    }

    @Override
    public SqlLineOpts getOpts(SqlLine sqlLine) {
        SqlLineOpts options = super.getOpts(sqlLine);
        options.set(BuiltInProperty.NULL_VALUE, TableWriter.NULL);
        // Rows wrap on a narrow terminal; sqlline's default would cut them off at 80 columns.
        options.set(BuiltInProperty.MAX_WIDTH, WIDTH_UNLIMITED);
        return options;
    }

    @Override
    public PromptHandler getPromptHandler(SqlLine sqlLine) {
        return new StorePrompt(sqlLine);
    }
}
