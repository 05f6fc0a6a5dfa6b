/** A long trial of random calls by many threads in several processes. */
@NullMarked
package dev.baton.lab.storm;

import org.jspecify.annotations.NullMarked;
