/** The prepare pipeline: text to plan. */
@NullMarked
package io.rochedb.calcite.internal.plan;

import org.jspecify.annotations.NullMarked;
