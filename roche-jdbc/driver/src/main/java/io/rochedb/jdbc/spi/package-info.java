/**
 * What stands behind a connection: the seam between the JDBC classes, which are the same for every door, and the sessions that
 * run SQL. For connectors of this project only; it may change between versions.
 */
@NullMarked
package io.rochedb.jdbc.spi;

import org.jspecify.annotations.NullMarked;
