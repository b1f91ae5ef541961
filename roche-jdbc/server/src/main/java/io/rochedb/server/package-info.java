/** The server: the same SQL and the same answers for applications of other machines. */
@NullMarked
package io.rochedb.server;

import org.jspecify.annotations.NullMarked;
