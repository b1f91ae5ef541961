/** The embedded engine: rings, records, snapshots, transactions, retrieval. Knows no SQL. */
@NullMarked
package io.rochedb.engine;

import org.jspecify.annotations.NullMarked;
