/**
 * What a backend implements, and nothing else.
 *
 * <p>A {@link dev.baton.spi.BackendProvider} is found by its URL scheme through {@link
 * java.util.ServiceLoader}. It opens one {@link dev.baton.spi.Backend} per process and store; the
 * backend makes one {@link dev.baton.spi.Contender} per candidate. Every call answers asynchronously and
 * must not block its caller. Expected outcomes are values; an outcome that is not known is its own value,
 * never an exception and never a "no".
 *
 * <p>The safety of an election rests on {@code acquire}, {@code renew} and {@code release} alone.
 * Signals, roster and watch make it fast and visible; they may fail, lag or lie without harm.
 */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
