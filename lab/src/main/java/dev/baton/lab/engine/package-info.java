/** The engines beside what other programs do on them. Entry point: {@link dev.baton.lab.Lab}. */
@NullMarked
package dev.baton.lab.engine;

import org.jspecify.annotations.NullMarked;
