/** Vector search and retrieval over one read view. Not for use outside this module. */
@NullMarked
package io.rochedb.engine.internal.search;

import org.jspecify.annotations.NullMarked;
