/** The JDBC driver: {@code jdbc:roche:…} URLs, their options, and what RocheDB offers beyond {@code java.sql}. */
@NullMarked
package io.rochedb.jdbc;

import org.jspecify.annotations.NullMarked;
