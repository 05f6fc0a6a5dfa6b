/**
 * Support for tests: of applications, and of backends.
 *
 * <ul>
 *   <li>{@link dev.baton.testkit.TestBaton} connects to a {@link dev.baton.testkit.MemoryStore} on
 *       {@link dev.baton.testkit.VirtualTime}, so that you can test your leader code without a server and without
 *       waiting.
 *   <li>{@link dev.baton.testkit.BackendContract} and {@link dev.baton.testkit.FaultContract} are the tests that every
 *       backend must pass. Extend them and implement a {@link dev.baton.testkit.ContractStore}.
 *   <li>{@link dev.baton.testkit.ManualClock}, {@link dev.baton.testkit.SkewedClock},
 *       {@link dev.baton.testkit.FreezableLoop}, {@link dev.baton.testkit.LossyBackend} and
 *       {@link dev.baton.testkit.FaultProxy} cause faults on purpose.
 *   <li>{@link dev.baton.testkit.TenureChecker} and {@link dev.baton.testkit.FencedWriteChecker} check what happened.
 * </ul>
 */
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
