/**
 * Kernel functions that Java does not offer: {@code flock(2)}, opening files without following links, durable writes,
 * and the existence of a process.
 *
 * <p>Entry point: {@link dev.baton.file.posix.NativeFile}. Every error of the kernel becomes an exception with the next
 * step. {@code OperatingSystem} and {@code StoreFiles} load no native code. This package does
 * not know what an election is.
 */
@NullMarked
package dev.baton.file.posix;

import org.jspecify.annotations.NullMarked;
