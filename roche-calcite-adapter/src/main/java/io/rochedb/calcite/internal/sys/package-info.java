/** The system tables: rows about the engine, its catalog and the session's statements, made when they are read. */
@NullMarked
package io.rochedb.calcite.internal.sys;

import org.jspecify.annotations.NullMarked;
