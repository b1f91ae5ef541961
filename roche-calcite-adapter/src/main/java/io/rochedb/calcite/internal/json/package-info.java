/** SQL/JSON in generated code: paths followed without a tree of the document. */
@NullMarked
package io.rochedb.calcite.internal.json;

import org.jspecify.annotations.NullMarked;
