/**
 * What members say to each other, as bytes: the compact binary form and, for MQTT, the JSON form of the three
 * messages of the original protocol.
 *
 * <p>Reading is total: any bytes give a message or a {@link dev.baton.quorum.wire.MalformedMessageException}, nothing
 * is allocated that the bytes do not pay for, and no field is accepted that a member could not have written.
 */
@NullMarked
package dev.baton.quorum.wire;

import org.jspecify.annotations.NullMarked;
