/**
 * The command {@code lab mixed}: candidates of Baton and of an engine's own recipe in the same elections, killed and frozen.
 * Entry point: {@link dev.baton.lab.mixed.Mixed}.
 */
@NullMarked
package dev.baton.lab.mixed;

import org.jspecify.annotations.NullMarked;
