/** What an operator does with a store: backups, checks, and the jobs that run. */
@NullMarked
package io.rochedb.engine.ops;

import org.jspecify.annotations.NullMarked;
