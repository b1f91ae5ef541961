/** What Flyway needs to know about RocheDB: a database type that it finds by itself. */
@NullMarked
package io.rochedb.flyway;

import org.jspecify.annotations.NullMarked;
