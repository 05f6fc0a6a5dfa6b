/** The work that the recipes run in one replica. */
@NullMarked
package dev.baton.examples.recipes;

import org.jspecify.annotations.NullMarked;
