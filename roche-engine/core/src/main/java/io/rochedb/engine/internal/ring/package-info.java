/** Rings in memory: the catalog, the versioned row tables, their readers, their statistics. */
@NullMarked
package io.rochedb.engine.internal.ring;

import org.jspecify.annotations.NullMarked;
