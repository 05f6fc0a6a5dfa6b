/**
 * Locks for tasks that run once per schedule: one record per task in an object store.
 *
 * <p>An election gives leadership to the next process as soon as the task has ended. A task lock stays locked for a
 * minimum time instead, so that a process that comes later does not run the task again.
 */
@NullMarked
package dev.baton.store.task;

import org.jspecify.annotations.NullMarked;
