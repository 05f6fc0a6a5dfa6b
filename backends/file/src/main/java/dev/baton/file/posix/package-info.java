/**
 * What the kernel offers and Java does not: {@code flock(2)}, files that are never followed through a link,
 * durable writes, and what is known of a pid.
 *
 * <p>Entry point: {@link dev.baton.file.posix.NativeFile}. Promises that every refusal of the kernel becomes
 * an exception that says what to do, and that {@code OperatingSystem}, {@code FileProcFs}, {@code OwnerOnlyFiles} and
 * {@code RegularFile} load no native code. Knows nothing of elections.
 */
@NullMarked
package dev.baton.file.posix;

import org.jspecify.annotations.NullMarked;
