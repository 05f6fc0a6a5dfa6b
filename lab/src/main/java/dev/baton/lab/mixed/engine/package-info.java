/** The engines of a mixed trial, and the processes that take part in it. */
@NullMarked
package dev.baton.lab.mixed.engine;

import org.jspecify.annotations.NullMarked;
