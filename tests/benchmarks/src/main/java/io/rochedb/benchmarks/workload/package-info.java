/** The published workloads as programs, each run through two doors: the engine's API and SQL. */
@NullMarked
package io.rochedb.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
