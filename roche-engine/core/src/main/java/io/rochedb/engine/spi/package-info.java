/** What the engine is given from outside: time. */
@NullMarked
package io.rochedb.engine.spi;

import org.jspecify.annotations.NullMarked;
