/** Scans and joins that know rings, and the rules that push work into them. */
@NullMarked
package io.rochedb.calcite.internal.rel;

import org.jspecify.annotations.NullMarked;
