/**
 * Benchmarks that print Baton's figure, the figure of the bare machine, and the ratio.
 *
 * <p>Both sides of a figure come from one run and alternate where noise matters. Figures are for people and scripts; no
 * test asserts them.
 */
@NullMarked
package dev.baton.lab;

import org.jspecify.annotations.NullMarked;
