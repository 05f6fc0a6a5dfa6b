/** Histories of processes, and the rules that judge them. Pure, except for reading and writing their files. */
@NullMarked
package dev.baton.lab.nemesis.history;

import org.jspecify.annotations.NullMarked;
