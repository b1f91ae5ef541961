/** Keys and secondary indexes: how values become ordered bytes, how predicates become spans of them, and the ordered entries of one ring. */
@NullMarked
package io.rochedb.engine.internal.index;

import org.jspecify.annotations.NullMarked;
