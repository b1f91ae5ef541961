/** R1: databases of other processes over loopback, which take turns. */
@NullMarked
package io.rochedb.benchmarks.remote;

import org.jspecify.annotations.NullMarked;
