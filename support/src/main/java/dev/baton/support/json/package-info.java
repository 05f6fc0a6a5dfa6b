/**
 * JSON for records, frames and event lines: strict, bounded, and without a library, because a user who
 * depends on one backend gets core and SLF4J and nothing else.
 *
 * <p>{@link dev.baton.support.json.Json#parse} accepts RFC 8259 and nothing more; input that is too long or too
 * deep is refused like malformed input, with the position in the message.
 */
@NullMarked
package dev.baton.support.json;

import org.jspecify.annotations.NullMarked;
