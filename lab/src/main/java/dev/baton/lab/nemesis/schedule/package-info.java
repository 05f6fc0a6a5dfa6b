/** Faults of a trial: generated from a seed, printed, and read again. Pure. */
@NullMarked
package dev.baton.lab.nemesis.schedule;

import org.jspecify.annotations.NullMarked;
