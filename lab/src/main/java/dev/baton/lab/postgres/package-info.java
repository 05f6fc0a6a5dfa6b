/**
 * Benchmarks of the PostgreSQL backend and its fence. Each starts its own server and compares Baton with bare statements
 * or with another library on the same server.
 */
@NullMarked
package dev.baton.lab.postgres;

import org.jspecify.annotations.NullMarked;
