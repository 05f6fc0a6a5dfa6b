/** Text that users write: names, durations, store URLs and libpq settings. One parser for each. */
@NullMarked
package dev.baton.support.text;

import org.jspecify.annotations.NullMarked;
