package dev.baton.quorum;

import dev.baton.quorum.wire.MemberTransport;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import dev.baton.support.text.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of those elections that only store something by their existence, such as the number of shards of a job.
 *
 * <p>On every connection, a peer receives the names of all of them in which this member has voted before any later message of
 * this member. So a candidate with the votes of a majority knows everything that a majority has stored before, also if it
 * was cut off or stopped meanwhile, and if the others were restarted: the two majorities share a member. Used only by the
 * member's thread.
 */
final class StoredNames {
    static final String NOTE = "stored";

    /** A note must fit into a frame. */
    private static final int MOST_PER_NOTE = 200;

    private static final int MOST_OF_OTHERS = 100_000;

    private final MemberTransport transport;
    private final List<String> names = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    /** How many of the names each peer has received on its connection. */
    private final Map<String, Integer> sent = new HashMap<>();

    /** @param voted the elections in which this member has voted before its start */
    StoredNames(MemberTransport transport, Collection<String> voted) {
        this.transport = transport;
        voted(voted);
    }

    /** This member votes in these elections. Call it before the votes are sent. */
    void voted(Collection<String> elections) {
        elections.stream().filter(Names::isInternal).filter(known::add).forEach(names::add);
    }

    /** A peer has sent the names that it knows. */
    void received(List<?> of) {
        for (Object name : of) {
            if (name instanceof String text && Names.isName(text) && names.size() < MOST_OF_OTHERS) {
                voted(List.of(text));
            }
        }
    }

    List<String> all() {
        return List.copyOf(names);
    }

    /** A new connection: nothing was received on it. */
    void connected(String peer) {
        sent.remove(peer);
        sendNew(peer);
    }

    void disconnected(String peer) {
        sent.remove(peer);
    }

    /** Sends what the peer has not received yet. Call it before every message to it. */
    void sendNew(String peer) {
        int from = sent.getOrDefault(peer, 0);
        if (from == names.size()) {
            return;
        }
        for (; from < names.size(); from += MOST_PER_NOTE) {
            List<String> some = names.subList(from, Math.min(names.size(), from + MOST_PER_NOTE));
            transport.sendNote(
                    peer, Json.write(new JsonObject().with("note", NOTE).with("names", List.copyOf(some))));
        }
        sent.put(peer, names.size());
    }
}
