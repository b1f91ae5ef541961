/** The protocol that the driver and the server share: bytes, frames, login. It knows neither sockets nor stores. */
@NullMarked
package io.rochedb.jdbc.wire;

import org.jspecify.annotations.NullMarked;
