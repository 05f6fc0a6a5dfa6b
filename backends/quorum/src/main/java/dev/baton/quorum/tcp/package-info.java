/**
 * Connects members by TCP: one selector, one connection per pair of members, every frame authenticated.
 *
 * <p>Both sides of a connection prove that they have the cluster key. The proof covers random numbers that both sides
 * chose for this connection. Every later frame is authenticated with a key of this connection and direction, together
 * with its sequence number. So a recorded frame is rejected if it is sent again, on this connection or another one. A
 * connection that is not authenticated uses less than a kilobyte of memory.
 */
@NullMarked
package dev.baton.quorum.tcp;

import org.jspecify.annotations.NullMarked;
