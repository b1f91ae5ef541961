package io.rochedb.benchmarks.remote;

import java.util.Locale;

/**
 * The texts a database is asked with. A record has an id of 36 characters and a payload of 100 bytes.
 *
 * @param makesIds whether the database gives records their ids, so that a put has a payload only
 * @param drainsInTransaction whether rows only come bit by bit inside a transaction
 */
record Dialect(
        String get,
        String put,
        String project,
        String getMany,
        String stream,
        boolean makesIds,
        boolean drainsInTransaction) {

    static final Dialect ROCHE = new Dialect(
            "SELECT payload FROM records WHERE id = ?",
            "INSERT INTO records (ring, payload) VALUES ('bench/put', ?)",
            "SELECT JSON_VALUE(payload, '$.name') FROM records WHERE id = ?",
            "SELECT payload FROM records WHERE id IN (" + marks() + ")",
            "SELECT id, payload FROM records WHERE ring = 'bench/stream'",
            true,
            false);

    static final Dialect POSTGRESQL = table("SELECT body ->> 'name' FROM documents WHERE id = ?", true);

    static final Dialect H2 = table("SELECT (body).\"name\" FROM documents WHERE id = ?", false);

    private static Dialect table(String project, boolean drainsInTransaction) {
        return new Dialect(
                "SELECT payload FROM records WHERE id = ?",
                "INSERT INTO puts (id, payload) VALUES (?, ?)",
                project,
                "SELECT payload FROM records WHERE id IN (" + marks() + ")",
                "SELECT id, payload FROM streamed",
                false,
                drainsInTransaction);
    }

    private static String marks() {
        return "?" + ", ?".repeat(Client.BATCH - 1);
    }

    /** Returns the number of the document whose name a row gives. */
    static String documentName(int number) {
        return String.format(Locale.ROOT, "document-%d", number);
    }
}
