/**
 * The live instances of an election, derived from statuses without a clock, a thread or a store.
 *
 * <p>{@link dev.baton.console.view.ElectionView} changes only when a status arrives or an instance leaves the roster;
 * {@link dev.baton.console.view.LiveInstances} is its content at one moment.
 */
@NullMarked
package dev.baton.console.view;

import org.jspecify.annotations.NullMarked;
