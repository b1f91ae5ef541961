/** Benchmarks of the hot paths, and the program that writes docs/benchmarks.md from their results. */
package io.rochedb.benchmarks;
