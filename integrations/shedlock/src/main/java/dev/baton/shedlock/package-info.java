/**
 * ShedLock locks in Baton's object store. {@link dev.baton.shedlock.BatonLockProvider} keeps {@code @SchedulerLock}
 * methods as they are, and adds an epoch to each lock.
 */
@NullMarked
package dev.baton.shedlock;

import org.jspecify.annotations.NullMarked;
