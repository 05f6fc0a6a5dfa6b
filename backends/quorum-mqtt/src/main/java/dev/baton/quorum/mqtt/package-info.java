/**
 * Members that an MQTT 5 broker connects: {@code mqtt://BROKER:PORT/GROUP?self=ID&members=ID,…}.
 *
 * <p>The broker is neither trusted nor needed for safety: it carries messages that members have authenticated for
 * each other, and whatever it loses, delays, repeats, reorders or keeps is harmless. Its Last Will says that a
 * connection has ended, never that a process has: that is asked of the kernel where both are on one machine.
 */
@NullMarked
package dev.baton.quorum.mqtt;

import org.jspecify.annotations.NullMarked;
