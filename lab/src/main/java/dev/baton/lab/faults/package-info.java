/** A long trial of faults in a group of real processes, with a check of when their work acted. */
@NullMarked
package dev.baton.lab.faults;

import org.jspecify.annotations.NullMarked;
