package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.SqlResult;
import io.rochedb.jdbc.spi.GeneratedKey;
import java.util.AbstractList;
import java.util.List;

/** The keys of inserted records as the driver knows them: most inserts are never asked for theirs, so each is made when it is read. */
final class InsertedKeys extends AbstractList<GeneratedKey> {
    private final List<SqlResult.GeneratedKey> keys;

    private InsertedKeys(List<SqlResult.GeneratedKey> keys) {
        this.keys = keys;
    }

    static List<GeneratedKey> of(List<SqlResult.GeneratedKey> keys) {
        return keys.isEmpty() ? List.of() : new InsertedKeys(keys);
    }

    @Override
    public GeneratedKey get(int index) {
        SqlResult.GeneratedKey key = keys.get(index);
        return new GeneratedKey(key.ring(), key.id(), key.table());
    }

    @Override
    public int size() {
        return keys.size();
    }
}
