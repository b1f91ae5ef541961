/** Checks of what may depend on what, and of the repository's own habits. */
@NullMarked
package io.rochedb.tests.architecture;

import org.jspecify.annotations.NullMarked;
