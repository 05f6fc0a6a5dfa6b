/**
 * Connects members through an MQTT 5 broker: {@code mqtt://BROKER:PORT/GROUP?self=ID&members=ID,…}.
 *
 * <p>Safety does not depend on the broker. It transports messages that members authenticate for each other, and may lose,
 * delay, repeat, reorder or retain them. A will only shows that a connection has ended. Whether the process has ended
 * too is decided by the kernel, if both processes run on one machine.
 */
@NullMarked
package dev.baton.quorum.mqtt;

import org.jspecify.annotations.NullMarked;
