/** Reading, checking and changing JSON payloads as bytes, without building trees. Not for use outside this module. */
@NullMarked
package io.rochedb.engine.internal.json;

import org.jspecify.annotations.NullMarked;
