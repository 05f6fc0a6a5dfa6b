/**
 * Real PostgreSQL servers for tests: of the oldest and of the newest major that is supported, with a fresh
 * database for everyone who asks. Nothing here is durable, and nothing of it is published.
 */
@NullMarked
package dev.baton.testkit.postgres;

import org.jspecify.annotations.NullMarked;
