/** Baton in Micronaut: a factory, and a bean with leader-only work. */
@NullMarked
package dev.baton.examples.recipes.micronaut;

import org.jspecify.annotations.NullMarked;
