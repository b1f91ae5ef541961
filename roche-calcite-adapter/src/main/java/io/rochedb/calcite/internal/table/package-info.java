/** What a FROM clause can name. */
@NullMarked
package io.rochedb.calcite.internal.table;

import org.jspecify.annotations.NullMarked;
