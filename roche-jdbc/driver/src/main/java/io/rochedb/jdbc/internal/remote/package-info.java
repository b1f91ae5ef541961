/** Sessions of a server, over the frames of {@code io.rochedb.jdbc.wire}. */
@NullMarked
package io.rochedb.jdbc.internal.remote;

import org.jspecify.annotations.NullMarked;
