/** Benchmarks of the object store and of leases, each beside the same work in plain SQL. */
@NullMarked
package dev.baton.lab.lease;

import org.jspecify.annotations.NullMarked;
