/** The sqllogictest scripts run against a JDBC URL, with a table of what passed and what was left out and why. */
@NullMarked
package io.rochedb.sqllogic;

import org.jspecify.annotations.NullMarked;
