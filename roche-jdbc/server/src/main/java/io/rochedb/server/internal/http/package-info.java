/** The HTTP door: stock Avatica clients, health, metrics and tokens. */
@NullMarked
package io.rochedb.server.internal.http;

import org.jspecify.annotations.NullMarked;
