/** The processes with candidates: their work records what it reads and writes. */
@NullMarked
package dev.baton.lab.nemesis.candidate;

import org.jspecify.annotations.NullMarked;
