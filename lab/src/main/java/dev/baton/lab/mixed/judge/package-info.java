/** Judges a mixed trial by what its participants and the store showed. */
@NullMarked
package dev.baton.lab.mixed.judge;

import org.jspecify.annotations.NullMarked;
