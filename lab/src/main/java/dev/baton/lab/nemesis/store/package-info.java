/** Stores of a trial: started for it, with the faults that only they have. */
@NullMarked
package dev.baton.lab.nemesis.store;

import org.jspecify.annotations.NullMarked;
