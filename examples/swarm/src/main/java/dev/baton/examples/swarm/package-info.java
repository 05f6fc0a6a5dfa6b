/** A swarm of agents that are connected only through an MQTT broker. The leader gives orders; the others obey. */
@NullMarked
package dev.baton.examples.swarm;

import org.jspecify.annotations.NullMarked;
