/**
 * The processes that share a directory: evidence that one of them has ended, and the sockets by which they wake each
 * other.
 *
 * <p>Entry point: {@link dev.baton.file.process.PeerProcesses}. The evidence about the owner of a claim is YES only if
 * the kernel proves that its process has ended. Messages over sockets are hints, never proof, and may be lost. This
 * package does not know the rules of an election.
 */
@NullMarked
package dev.baton.file.process;

import org.jspecify.annotations.NullMarked;
