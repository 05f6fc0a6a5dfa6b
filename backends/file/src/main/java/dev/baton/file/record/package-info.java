/**
 * What stands in the files: the lock record, the epoch, the lines of the history, and the owner that all
 * of them name.
 *
 * <p>Pure: bytes in, values out. Promises never to fail on what a stranger wrote, except for an epoch file
 * that is damaged, where a guess would cost an epoch; and to keep the keys of other programs. Touches no
 * file, clock or thread.
 */
@NullMarked
package dev.baton.file.record;

import org.jspecify.annotations.NullMarked;
