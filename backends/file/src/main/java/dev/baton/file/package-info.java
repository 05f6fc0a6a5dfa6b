/**
 * Elections among the processes of one machine: a directory is the store, {@code flock(2)} the referee.
 *
 * <p>Entry point: {@link dev.baton.file.FileBackendProvider}, found by the scheme {@code file:}. The format
 * of every file, and the rules for writers in other languages, are in {@code docs/file-lock.md}.
 *
 * <p>Safety rests on the lock record and the epoch file, both read and written under their locks. The
 * liveness files prove a death, the sockets only hasten what a poll would find; both may fail without
 * harm. Mere observers use plain Java files: native code is loaded when a process first tries to acquire.
 */
@NullMarked
package dev.baton.file;

import org.jspecify.annotations.NullMarked;
