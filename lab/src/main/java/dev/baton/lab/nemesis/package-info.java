/**
 * The nemesis: random faults against real processes on every store, judged by one checker. A trial starts a store and
 * processes, injects a schedule of faults, ends everything and judges the recorded histories.
 */
@NullMarked
package dev.baton.lab.nemesis;

import org.jspecify.annotations.NullMarked;
