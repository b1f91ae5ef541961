/** Random queries whose answers are known: from other databases, from other forms of the query, from a row that must be there. */
@NullMarked
package io.rochedb.conformance.oracle;

import org.jspecify.annotations.NullMarked;
