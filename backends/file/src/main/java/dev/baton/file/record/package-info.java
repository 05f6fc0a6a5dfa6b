/**
 * The contents of the files: the lock record, the epoch, the lines of the history, and the owner in all of them.
 *
 * <p>Pure functions between bytes and values, without access to files, clocks or threads. Malformed content of other
 * programs never causes an exception, except in an epoch file, where a guess could repeat an epoch. Keys of other
 * programs are kept.
 */
@NullMarked
package dev.baton.file.record;

import org.jspecify.annotations.NullMarked;
