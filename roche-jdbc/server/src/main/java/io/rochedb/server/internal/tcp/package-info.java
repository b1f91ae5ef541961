/** The door for frames over sockets. */
@NullMarked
package io.rochedb.server.internal.tcp;

import org.jspecify.annotations.NullMarked;
