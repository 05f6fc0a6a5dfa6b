/** Benchmarks of the quorum backend, beside other systems and the bounds of the protocol. */
@NullMarked
package dev.baton.lab.quorum;

import org.jspecify.annotations.NullMarked;
