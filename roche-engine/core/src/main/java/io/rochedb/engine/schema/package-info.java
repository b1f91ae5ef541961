/** What was declared about rings: tables over families of rings with typed columns, keys and checks, views and indexes. */
@NullMarked
package io.rochedb.engine.schema;

import org.jspecify.annotations.NullMarked;
