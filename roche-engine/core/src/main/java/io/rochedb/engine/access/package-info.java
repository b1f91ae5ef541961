/** Who may see and do what: users with their verifiers and roles, and what was granted to them. */
@NullMarked
package io.rochedb.engine.access;

import org.jspecify.annotations.NullMarked;
