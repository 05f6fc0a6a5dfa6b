/**
 * A MariaDB server for tests, from the operating system's package {@code mariadb-server-core}, with a fresh database for
 * each test. This module is not published.
 */
@NullMarked
package dev.baton.testkit.mariadb;

import org.jspecify.annotations.NullMarked;
