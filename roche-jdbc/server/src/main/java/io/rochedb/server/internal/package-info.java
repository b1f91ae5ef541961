/** The doors of the server and what stands behind them. */
@NullMarked
package io.rochedb.server.internal;

import org.jspecify.annotations.NullMarked;
