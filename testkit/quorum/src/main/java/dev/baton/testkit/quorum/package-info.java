/**
 * A deterministic simulation of a whole group: the real protocol on a simulated network, with simulated clocks,
 * disks and processes, all of which fail.
 *
 * <p>Everything follows from a seed: the size of the group, its timing, what goes wrong and when. After every
 * event a {@link dev.baton.testkit.quorum.SafetyChecker} checks that no two leaderships are valid at one instant, that no
 * term has two leaders and that terms grow; after the last fault a leader has to be found in bounded time. A
 * seed replays byte for byte, and one that fails is cut down to the faults that matter.
 */
@NullMarked
package dev.baton.testkit.quorum;

import org.jspecify.annotations.NullMarked;
