/** CALL and other statements that are no query. */
@NullMarked
package io.rochedb.calcite.internal.ddl;

import org.jspecify.annotations.NullMarked;
