/**
 * Who lives: the processes that share a directory, the proof that one of them is dead, and the sockets by
 * which they wake each other.
 *
 * <p>Entry point: {@link dev.baton.file.process.PeerProcesses}. Promises that {@link dev.baton.file.process.Life#DEAD}
 * is said of a claim's owner only when the kernel proves it and nobody holds one of its hold files. What
 * comes over a socket is a hint, never a proof, and may be lost. Knows of no election's rules.
 */
@NullMarked
package dev.baton.file.process;

import org.jspecify.annotations.NullMarked;
