/** The JDBC classes, the same for every kind of session. Not for use outside this module. */
@NullMarked
package io.rochedb.jdbc.internal;

import org.jspecify.annotations.NullMarked;
