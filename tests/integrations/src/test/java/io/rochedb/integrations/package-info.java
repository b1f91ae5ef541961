/** Libraries nobody here wrote, unmodified, doing real work on a store. */
@NullMarked
package io.rochedb.integrations;

import org.jspecify.annotations.NullMarked;
