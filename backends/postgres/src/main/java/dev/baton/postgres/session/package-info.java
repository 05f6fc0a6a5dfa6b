/**
 * Sessions and their threads: a socket that can be watched between requests, and the one thread that uses a session.
 *
 * <p>Internal to the PostgreSQL backend. Public only because the driver creates the socket factory by name.
 */
@NullMarked
package dev.baton.postgres.session;

import org.jspecify.annotations.NullMarked;
