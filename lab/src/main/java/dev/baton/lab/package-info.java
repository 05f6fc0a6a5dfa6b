/**
 * Benchmarks that print what this project takes, what the bare machine takes, and the ratio.
 *
 * <p>Both sides of a figure come from one run, taken in turns where noise matters. Nothing here decides
 * anything: figures are printed for people and for scripts, and no test asserts them.
 */
@NullMarked
package dev.baton.lab;

import org.jspecify.annotations.NullMarked;
