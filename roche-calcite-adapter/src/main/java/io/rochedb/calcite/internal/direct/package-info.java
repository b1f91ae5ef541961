/** Statements of simple shape, read and planned without parser, validator and optimizer; whatever is not simple is left to those. */
@NullMarked
package io.rochedb.calcite.internal.direct;

import org.jspecify.annotations.NullMarked;
