/** Placement arithmetic: orbits, arc tables, arrivals and meetings. Pure functions. */
@NullMarked
package io.rochedb.engine.orbit;

import org.jspecify.annotations.NullMarked;
