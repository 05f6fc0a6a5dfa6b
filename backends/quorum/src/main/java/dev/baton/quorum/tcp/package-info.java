/**
 * Connects members by TCP: one selector, one connection per pair of members, every frame authenticated. What a connection
 * sends and accepts is decided in {@link dev.baton.quorum.stream}, when to connect again and whom to serve in classes
 * without sockets and clocks.
 */
@NullMarked
package dev.baton.quorum.tcp;

import org.jspecify.annotations.NullMarked;
