/** Baton beside the systems that a user would pick instead: the same faults, the same checker, one page. */
@NullMarked
package dev.baton.lab.peers;

import org.jspecify.annotations.NullMarked;
