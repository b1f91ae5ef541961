/** What an embedded connection offers beyond {@code java.sql}. */
@NullMarked
package io.rochedb.jdbc.embedded;

import org.jspecify.annotations.NullMarked;
