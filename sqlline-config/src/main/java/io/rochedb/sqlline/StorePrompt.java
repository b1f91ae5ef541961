package io.rochedb.sqlline;

import sqlline.PromptHandler;
import sqlline.SqlLine;

/** A prompt that shows the store: {@code roche:./data>}. */
final class StorePrompt extends PromptHandler {
    StorePrompt(SqlLine sqlLine) {
        super(sqlLine);
    }

    @Override
    protected String getDefaultPrompt(int connectionIndex, String url, String defaultPrompt) {
        return url == null || url.isEmpty() ? "roche (no store)> " : prompt(url);
    }

    /** Returns the prompt of a URL: without {@code jdbc:} and without its keys. */
    static String prompt(String url) {
        String store = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
        int question = store.indexOf('?');
        return (question < 0 ? store : store.substring(0, question)) + "> ";
    }
}
