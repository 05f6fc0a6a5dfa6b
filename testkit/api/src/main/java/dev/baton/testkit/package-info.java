/**
 * What tests need: time that stands still until it is told to move, a store in memory, and the contract
 * that every backend has to pass.
 *
 * <p>{@link dev.baton.testkit.TestBaton} lets a user test his own leader code without a server and
 * without waiting. {@link dev.baton.testkit.BackendContract} is for authors of backends: extend it,
 * implement a handful of hooks, and run it over the real store.
 */
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
