/** Sessions over an engine in this JVM. Not for use outside this module. */
@NullMarked
package io.rochedb.jdbc.embedded.internal;

import org.jspecify.annotations.NullMarked;
