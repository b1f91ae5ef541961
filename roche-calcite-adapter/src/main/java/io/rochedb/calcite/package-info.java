/** SQL in, cursor out: Calcite as a library over one engine. */
@NullMarked
package io.rochedb.calcite;

import org.jspecify.annotations.NullMarked;
