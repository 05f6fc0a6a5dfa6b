/**
 * Benchmarks of the PostgreSQL backend and its fence, each on a server that it starts itself and beside the
 * bare server or a peer on the same one.
 */
@NullMarked
package dev.baton.lab.postgres;

import org.jspecify.annotations.NullMarked;
