/** What the passes over expressions of a plan have in common; below the passes. */
@NullMarked
package io.rochedb.calcite.internal.rex;

import org.jspecify.annotations.NullMarked;
