/** The programs that take part in a mixed trial, and what they record. */
@NullMarked
package dev.baton.lab.mixed.program;

import org.jspecify.annotations.NullMarked;
