/** INSERT, UPDATE, DELETE. */
@NullMarked
package io.rochedb.calcite.internal.dml;

import org.jspecify.annotations.NullMarked;
