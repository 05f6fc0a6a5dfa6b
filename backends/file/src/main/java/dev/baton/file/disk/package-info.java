/**
 * The files of a store: their paths, and how the files of an election are read and written.
 *
 * <p>Entry points: {@link dev.baton.file.disk.DirectoryLayout} and {@link dev.baton.file.disk.CriticalSection}. A claim
 * is written only under its locks, a record is never shorter in between than before or after, and the newest epoch is
 * never overwritten. This package makes no decisions. Layout and journal need no native code, so observers can use them.
 */
@NullMarked
package dev.baton.file.disk;

import org.jspecify.annotations.NullMarked;
