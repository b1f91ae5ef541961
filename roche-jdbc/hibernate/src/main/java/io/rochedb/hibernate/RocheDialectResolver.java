package io.rochedb.hibernate;

import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolver;
import org.jspecify.annotations.Nullable;

/** Gives Hibernate the dialect when a connection says it is to RocheDB. Found through ServiceLoader. */
public final class RocheDialectResolver implements DialectResolver {
    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Dialect resolveDialect(DialectResolutionInfo info) {
        return "RocheDB".equals(info.getDatabaseName()) ? new RocheDialect(info) : null;
    }
}
