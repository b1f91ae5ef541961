/** Stores under processes that are killed. */
package io.rochedb.reliability;
