/**
 * Sockets of sessions that can be watched between requests.
 *
 * <p>Internal to the PostgreSQL backend. Public only because the driver creates the socket factory by name.
 */
@NullMarked
package dev.baton.postgres.session;

import org.jspecify.annotations.NullMarked;
