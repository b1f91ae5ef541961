/** The tests of the embedded door, led through a server. */
@NullMarked
package io.rochedb.doors;

import org.jspecify.annotations.NullMarked;
