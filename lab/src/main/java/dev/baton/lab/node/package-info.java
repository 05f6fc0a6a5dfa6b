/** Benchmarks of the node controller: failover to the first accepted write, and jobs beside the same SQL statements. */
@NullMarked
package dev.baton.lab.node;

import org.jspecify.annotations.NullMarked;
