/**
 * Spring Integration's leader initiator on Baton's elections. {@link dev.baton.spring.integration.BatonLeaderInitiator}
 * keeps leader candidates, events and roles as they are.
 */
@NullMarked
package dev.baton.spring.integration;

import org.jspecify.annotations.NullMarked;
