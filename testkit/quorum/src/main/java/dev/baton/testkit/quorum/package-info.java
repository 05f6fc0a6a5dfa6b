/**
 * A deterministic simulation of a whole group: the production code on simulated networks, clocks, disks and processes, all
 * of which fail.
 *
 * <p>A seed determines everything: the size of the group, its timing, and the faults. After every event a {@link
 * dev.baton.testkit.quorum.SafetyChecker} checks that no two leaderships are valid at the same instant, that no term has two
 * leaders, and that terms grow. After the last fault the group must elect a leader in bounded time. A seed always replays
 * the same events, and a failing schedule is reduced to the faults that matter.
 */
@NullMarked
package dev.baton.testkit.quorum;

import org.jspecify.annotations.NullMarked;
