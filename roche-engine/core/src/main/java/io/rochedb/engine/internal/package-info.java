/** How the embedded engine works inside. Not for use outside this module. */
@NullMarked
package io.rochedb.engine.internal;

import org.jspecify.annotations.NullMarked;
