/** Benchmarks of the election among peers, beside other engines and the bounds of the protocol. */
@NullMarked
package dev.baton.lab.quorum;

import org.jspecify.annotations.NullMarked;
