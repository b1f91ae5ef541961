/** Functions that SQL sees. */
@NullMarked
package io.rochedb.calcite.internal.function;

import org.jspecify.annotations.NullMarked;
