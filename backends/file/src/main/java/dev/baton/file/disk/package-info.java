/**
 * The files of a directory: where each one is, and how an election's are read and written.
 *
 * <p>Entry points: {@link dev.baton.file.disk.DirectoryLayout} and {@link dev.baton.file.disk.CriticalSection}.
 * Promises that nothing of a claim is written outside its locks, that a record is never shorter on the way
 * than before or after, and that the newest epoch is never written over. Decides nothing. The layout and
 * the journal need no native code, so that observers can use them.
 */
@NullMarked
package dev.baton.file.disk;

import org.jspecify.annotations.NullMarked;
