/**
 * Who led when, and why it ended: kept in a bounded SQLite file, and looked through for reigns that overlap.
 *
 * <p>Overlaps are computed from the intervals of reigns as the stores wrote them down, never from frames.
 */
@NullMarked
package dev.baton.console.history;

import org.jspecify.annotations.NullMarked;
