/**
 * Members connected by TCP: one selector, one connection per pair, every frame authenticated.
 *
 * <p>Whoever connects proves with the cluster key who it is, and so does whoever is connected to; the proof
 * covers numbers that both chose for this connection, and every frame after it is authenticated under a key of
 * this connection and direction and its own number. So nothing that was recorded can be played again, on this
 * connection or another one. Before the proof at most {@value dev.baton.quorum.tcp.Handshake#LONGEST_HELLO} bytes
 * are kept of anybody.
 */
@NullMarked
package dev.baton.quorum.tcp;

import org.jspecify.annotations.NullMarked;
