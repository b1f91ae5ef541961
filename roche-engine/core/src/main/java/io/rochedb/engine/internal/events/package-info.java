/** What a recording of the Java Flight Recorder has of an engine; without one they cost next to nothing. */
@NullMarked
package io.rochedb.engine.internal.events;

import org.jspecify.annotations.NullMarked;
