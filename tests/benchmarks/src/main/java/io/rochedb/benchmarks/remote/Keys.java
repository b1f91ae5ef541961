package io.rochedb.benchmarks.remote;

import java.util.List;

/** Ids of what was loaded, by number; numbers go round. */
record Keys(List<String> records, List<String> documents) {
    String record(int number) {
        return records.get(number % records.size());
    }

    String document(int number) {
        return documents.get(number % documents.size());
    }
}
