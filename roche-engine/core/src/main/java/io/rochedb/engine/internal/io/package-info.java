/** Import and export of JSON lines. Not for use outside this module. */
@NullMarked
package io.rochedb.engine.internal.io;

import org.jspecify.annotations.NullMarked;
