/** The stock Avatica protocol over JDBC connections of this JVM. */
@NullMarked
package io.rochedb.server.internal.avatica;

import org.jspecify.annotations.NullMarked;
