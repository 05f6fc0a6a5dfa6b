/** Benchmarks of the object store and of leases, each beside the same done by hand. */
@NullMarked
package dev.baton.lab.lease;

import org.jspecify.annotations.NullMarked;
