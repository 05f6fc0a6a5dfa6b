/** Baton in Quarkus: a producer, and a bean with leader-only work. */
@NullMarked
package dev.baton.examples.recipes.quarkus;

import org.jspecify.annotations.NullMarked;
