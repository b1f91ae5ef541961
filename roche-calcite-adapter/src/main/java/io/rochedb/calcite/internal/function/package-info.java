/** The SQL functions of RocheDB: each declared once, with its arguments, its rows, its text for sys.functions and its body. */
@NullMarked
package io.rochedb.calcite.internal.function;

import org.jspecify.annotations.NullMarked;
