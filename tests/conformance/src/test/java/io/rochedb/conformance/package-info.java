/** SQL scripts with exact rows and the rings scanned, and the SQL of the documentation, run as tests. */
@NullMarked
package io.rochedb.conformance;

import org.jspecify.annotations.NullMarked;
