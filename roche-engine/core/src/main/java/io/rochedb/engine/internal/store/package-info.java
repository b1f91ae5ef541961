/** Rings on disk: the directory, the value encodings, the commit pipeline, RocksDB. */
@NullMarked
package io.rochedb.engine.internal.store;

import org.jspecify.annotations.NullMarked;
