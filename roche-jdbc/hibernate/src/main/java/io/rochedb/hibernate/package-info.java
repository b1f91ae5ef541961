/** What Hibernate needs to know about RocheDB: a dialect that it finds by itself. */
@NullMarked
package io.rochedb.hibernate;

import org.jspecify.annotations.NullMarked;
