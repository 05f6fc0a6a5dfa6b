/**
 * The handshake and the frames of a stream of bytes between two members, or between a client and a member. There are no
 * sockets and no clocks here: TCP carries the bytes, and so does the simulator.
 *
 * <p>Both sides of a stream prove that they have the cluster key. The proof covers random numbers that both sides chose for
 * this stream. Every later frame is authenticated with a key of this stream and direction, together with its sequence
 * number. So a recorded frame is rejected if it is sent again, on this stream or another one. A stream that is not
 * authenticated uses less than a kilobyte of memory.
 */
@NullMarked
package dev.baton.quorum.stream;

import org.jspecify.annotations.NullMarked;
