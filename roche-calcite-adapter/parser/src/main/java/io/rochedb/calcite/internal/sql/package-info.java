/** What the parser makes of statements that the library has no tree for. */
@NullMarked
package io.rochedb.calcite.internal.sql;

import org.jspecify.annotations.NullMarked;
