package io.rochedb.benchmarks.remote;

/** What is measured: a call of a client. */
enum Task {
    GET("point read by id, 1 client", 1),
    PUT("put, one row", 1),
    PROJECT("one field of a document by id", 1),
    GET_MANY("256 records by id, a record", Client.BATCH),
    PUT_MANY("256 rows put at once, a row", Client.BATCH),
    STREAM("1,000,000 rows streamed, id and payload", 1);

    private final String label;
    private final int units;

    Task(String label, int units) {
        this.label = label;
        this.units = units;
    }

    String label() {
        return label;
    }

    /** Returns by how many a call's time is divided. */
    int units() {
        return units;
    }

    /** Does it once; the number chooses the record. */
    void run(Client client, int number) throws Exception {
        switch (this) {
            case GET -> client.get(number);
            case PUT -> client.put();
            case PROJECT -> client.project(number);
            case GET_MANY -> client.getMany(number);
            case PUT_MANY -> client.putMany();
            case STREAM -> throw new IllegalArgumentException("a stream is timed by rows, not by calls");
        }
    }
}
