/** Statements that write: INSERT, UPDATE and DELETE on records, rings and globs. */
@NullMarked
package io.rochedb.calcite.internal.dml;

import org.jspecify.annotations.NullMarked;
