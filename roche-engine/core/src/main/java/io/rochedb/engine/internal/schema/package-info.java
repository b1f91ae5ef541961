/** Declarations as the engine keeps them: the catalog, its stored form, and the rules that writes obey. */
@NullMarked
package io.rochedb.engine.internal.schema;

import org.jspecify.annotations.NullMarked;
