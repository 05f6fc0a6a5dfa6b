/** Benchmark of the console with a thousand elections of ten instances each, in a real browser. */
@NullMarked
package dev.baton.lab.console;

import org.jspecify.annotations.NullMarked;
