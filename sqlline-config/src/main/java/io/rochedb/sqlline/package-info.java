/** The shell over {@code jdbc:roche:}: launcher commands, interactive sqlline, import and dump, the demo. */
@NullMarked
package io.rochedb.sqlline;

import org.jspecify.annotations.NullMarked;
