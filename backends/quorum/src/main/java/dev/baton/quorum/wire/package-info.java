/**
 * The messages between members as bytes: a compact binary form and, for MQTT, a JSON form.
 *
 * <p>{@link dev.baton.quorum.step.MessageKind} has the codes and names of all messages. Both forms share {@link
 * dev.baton.quorum.wire.MessageReader}. Reading never fails in another way than by a {@link
 * dev.baton.quorum.wire.MalformedMessageException}, and allocates no more memory than the received bytes justify.
 */
@NullMarked
package dev.baton.quorum.wire;

import org.jspecify.annotations.NullMarked;
