/** Values of the engine: ring names and scopes, record ids, codecs, records, ring and field descriptions. */
@NullMarked
package io.rochedb.engine.model;

import org.jspecify.annotations.NullMarked;
