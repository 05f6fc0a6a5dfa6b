/**
 * Sessions as threads see them: a socket that can be watched while nothing is asked, and a lane, the one
 * thread that uses a session.
 *
 * <p>Internal to the PostgreSQL backend. Public only because the driver makes the socket factory by name.
 */
@NullMarked
package dev.baton.postgres.session;

import org.jspecify.annotations.NullMarked;
