/** A Spring Boot application as a user would write it: application.yml, a migration, an entity, a repository. */
@NullMarked
package io.rochedb.integrations.boot;

import org.jspecify.annotations.NullMarked;
