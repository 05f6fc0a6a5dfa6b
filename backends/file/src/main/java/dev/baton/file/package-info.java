/**
 * Elections among the processes of one machine: the store is a directory, and {@code flock(2)} serializes access.
 *
 * <p>Entry point: {@link dev.baton.file.FileBackendProvider}, registered for the scheme {@code file:}. The format of
 * every file, and the rules for programs in other languages, are in {@code docs/reference/file-lock.md}.
 *
 * <p>This package makes the decisions: who may take a claim ({@code TakeoverRules}, {@code FileAcquisition}), how a
 * claim is renewed ({@code FileRenewals}) and released ({@code FileRelease}), and what observers and the roster show. The
 * packages below it each depend only on those after them:
 *
 * <ul>
 *   <li>{@code process}: evidence about processes, and the sockets by which they wake each other;
 *   <li>{@code disk}: the paths of the files, and reading and writing them under their locks;
 *   <li>{@code record}: the contents of the files;
 *   <li>{@code posix}: files, locks and processes of the kernel.
 * </ul>
 *
 * <p>Safety depends on the lock record and the epoch file, which are read and written under their locks. Liveness files
 * prove that a process has ended. Sockets only make changes known sooner than polling; they may fail without harm. A
 * process that only observes uses Java's file API: native code is loaded at the first attempt to acquire.
 */
@NullMarked
package dev.baton.file;

import org.jspecify.annotations.NullMarked;
