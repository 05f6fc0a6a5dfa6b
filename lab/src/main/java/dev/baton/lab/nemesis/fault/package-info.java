/** Faults against processes. */
@NullMarked
package dev.baton.lab.nemesis.fault;

import org.jspecify.annotations.NullMarked;
