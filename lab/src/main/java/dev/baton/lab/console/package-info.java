/** Benchmarks of the console with a thousand and more elections, in a real browser. */
@NullMarked
package dev.baton.lab.console;

import org.jspecify.annotations.NullMarked;
