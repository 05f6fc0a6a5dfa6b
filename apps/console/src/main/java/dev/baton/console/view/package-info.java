/**
 * What frames add up to: a pure derivation, without a clock, a thread or a store.
 *
 * <p>{@link dev.baton.console.view.ElectionView} is rebuilt only when a frame arrives or an instance vanishes, and
 * is the same object otherwise; {@link dev.baton.console.view.LiveInstances} is what of it counts at one moment.
 */
@NullMarked
package dev.baton.console.view;

import org.jspecify.annotations.NullMarked;
