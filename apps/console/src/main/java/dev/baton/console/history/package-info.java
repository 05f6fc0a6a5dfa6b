/**
 * The past tenures of the observed elections, in a SQLite file of limited size, and the overlaps among them.
 *
 * <p>Overlaps are computed from the times that the stores recorded, never from statuses.
 */
@NullMarked
package dev.baton.console.history;

import org.jspecify.annotations.NullMarked;
