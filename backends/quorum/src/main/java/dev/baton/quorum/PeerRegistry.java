package dev.baton.quorum;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A source of addresses for the configured members, such as a naming service. It decides where a member is looked for and
 * whom a client asks first, and nothing else: neither who is a member, nor what a majority is, nor who has ended. A wrong
 * address costs time only, because every member proves its name with the key.
 *
 * <pre>{@code
 * public final class InventoryProvider implements PeerRegistryProvider {
 *     public String name() {
 *         return "inventory"; // quorum://a@0.0.0.0:7101?peers=b,c&registry=inventory:rack-7
 *     }
 *
 *     public PeerRegistry open(String argument) {
 *         Inventory inventory = Inventory.connect(argument);
 *         return members -> inventory.addressesOf(members);
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface PeerRegistry {

    /**
     * Returns HOST:PORT of each of these members that is known now. Members that are absent keep the last known address.
     * May block, for example for a lookup. Called by one thread at a time, at the start and then every ten seconds, and by
     * clients before they connect. If it throws, the last known addresses stay in use.
     */
    Map<String, String> addresses(Collection<String> members);

    /** Returns the members in the order in which a client asks them; at random unless overridden. Does not block. */
    default List<String> order(Collection<String> members) {
        List<String> order = new ArrayList<>(members);
        Collections.shuffle(order);
        return order;
    }

    /** Returns a registry with fixed addresses, by name of the member. */
    static PeerRegistry of(Map<String, String> fixed) {
        Map<String, String> known = Map.copyOf(fixed);
        return members -> {
            Map<String, String> found = new LinkedHashMap<>();
            members.stream()
                    .filter(known::containsKey)
                    .forEach(member -> found.put(member, known.getOrDefault(member, "")));
            return found;
        };
    }
}
