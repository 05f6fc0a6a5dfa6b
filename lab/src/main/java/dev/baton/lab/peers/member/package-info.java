/** Programs that take part in an election of Baton or of another system, and record when they lead. */
@NullMarked
package dev.baton.lab.peers.member;

import org.jspecify.annotations.NullMarked;
