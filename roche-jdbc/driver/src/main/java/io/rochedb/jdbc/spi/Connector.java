package io.rochedb.jdbc.spi;

import io.rochedb.jdbc.internal.SqlErrors;
import java.sql.SQLException;

/**
 * Opens sessions of one kind of store. Found through {@code ServiceLoader}. Thread-safe.
 */
public interface Connector {
    /** Returns whether this connector opens such targets. */
    boolean accepts(StoreTarget target);

    /** Opens a session; failures are unchecked and explained by {@link #explain}. */
    Session connect(StoreTarget target, ConnectionSettings settings);

    /** Classifies something thrown by {@link #connect}, a session or a cursor; called on the error path only. */
    Failure explain(Throwable thrown);

    /** Returns the exception a JDBC method throws for it. */
    default SQLException translate(Throwable thrown) {
        return SqlErrors.translate(this, thrown);
    }
}
