/** Comparing vectors: kernels, selection of the best, search. Not for use outside this module. */
@NullMarked
package io.rochedb.engine.internal.vector;

import org.jspecify.annotations.NullMarked;
