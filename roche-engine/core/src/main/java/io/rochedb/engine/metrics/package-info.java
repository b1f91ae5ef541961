/** What an engine and those above it have done and hold, as numbers that a monitoring system reads. */
@NullMarked
package io.rochedb.engine.metrics;

import org.jspecify.annotations.NullMarked;
