/** Backups: copies of a store's files, shared by content, with a manifest for each. */
@NullMarked
package io.rochedb.engine.internal.backup;

import org.jspecify.annotations.NullMarked;
