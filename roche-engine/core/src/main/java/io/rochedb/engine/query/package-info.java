/** Requests and answers: which rings, which records, in which order, and what it cost. */
@NullMarked
package io.rochedb.engine.query;

import org.jspecify.annotations.NullMarked;
