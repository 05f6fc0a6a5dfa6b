/**
 * PostgreSQL servers for tests, of the oldest and the newest supported major version, with a fresh database for each test.
 * Their data is not durable. This module is not published.
 */
@NullMarked
package dev.baton.testkit.postgres;

import org.jspecify.annotations.NullMarked;
