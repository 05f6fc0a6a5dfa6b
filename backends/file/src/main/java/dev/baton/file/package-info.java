/**
 * Elections among the processes of one machine: a directory is the store, {@code flock(2)} the referee.
 *
 * <p>Entry point: {@link dev.baton.file.FileBackendProvider}, found by the scheme {@code file:}. The format
 * of every file, and the rules for writers in other languages, are in {@code docs/reference/file-lock.md}.
 *
 * <p>Here are the decisions: who may take a claim ({@code TakeoverRules}, {@code FileAcquisition}), how it is
 * confirmed ({@code FileRenewal}) and given back ({@code FileRelease}), and what observers and the roster are
 * told. What they decide on lies in the packages below, each of which knows only those after it:
 *
 * <ul>
 *   <li>{@code live}: which processes live, and how they wake each other;
 *   <li>{@code disk}: where the files are, and how they are read and written under their locks;
 *   <li>{@code record}: what stands in the files;
 *   <li>{@code posix}: what the kernel says of files, locks and processes.
 * </ul>
 *
 * <p>Safety rests on the lock record and the epoch file, both read and written under their locks. The
 * liveness files prove a death, the sockets only hasten what a poll would find; both may fail without
 * harm. Mere observers use plain Java files: native code is loaded when a process first tries to acquire.
 */
@NullMarked
package dev.baton.file;

import org.jspecify.annotations.NullMarked;
