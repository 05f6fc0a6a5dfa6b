package dev.baton.quorum.step;

import dev.baton.ClockReading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Members around a table: messages arrive at once, disks are instant, time passes when told. */
final class Table {
    static final long MILLI = 1_000_000;

    final Map<String, MemberNode> nodes = new TreeMap<>();
    final Map<String, Map<String, Vote>> votes = new HashMap<>();
    final Map<String, Map<String, LeasePromise>> promises = new HashMap<>();
    final Map<String, GroupRecord> groups = new HashMap<>();
    final List<NodeEffect> seen = new ArrayList<>();
    final List<Envelope> sent = new ArrayList<>();
    final Set<String> unheard = new HashSet<>();
    private final Deque<Envelope> onTheWay = new ArrayDeque<>();
    private final QuorumTiming settings;
    private final Map<String, Long> starts = new HashMap<>();
    long nanos = 1_000 * MILLI;

    Table(QuorumTiming settings, String... names) {
        this.settings = settings;
        Membership founding = Membership.founding(Arrays.asList(names));
        for (String name : names) {
            groups.put(name, GroupRecord.fresh(founding, name.hashCode()));
        }
        for (String name : names) {
            start(name);
        }
        run(200);
    }

    void start(String name) {
        long incarnation = starts.merge(name, 1L, Long::sum);
        SavedState saved = new SavedState(
                Objects.requireNonNull(groups.get(name)),
                votes.getOrDefault(name, Map.of()),
                promises.getOrDefault(name, Map.of()));
        nodes.put(name, new MemberNode(settings, new MemberStart(name, incarnation, 0, incarnation), saved, moment()));
    }

    MemberNode node(String name) {
        return Objects.requireNonNull(nodes.get(name), name);
    }

    void kill(String name) {
        nodes.remove(name);
    }

    ClockReading moment() {
        return new ClockReading(nanos, nanos / MILLI);
    }

    void feed(String name, NodeEvent event) {
        MemberNode node = nodes.get(name);
        if (node == null) {
            return;
        }
        for (NodeEffect effect : node.handle(event, moment())) {
            seen.add(effect);
            if (effect instanceof NodeEffect.Send send) {
                sent.add(send.envelope());
                if (!unheard.contains(name) && !unheard.contains(send.envelope().to())) {
                    onTheWay.add(send.envelope());
                }
            } else if (effect instanceof NodeEffect.Persist persist) {
                votes.computeIfAbsent(name, key -> new HashMap<>()).put(persist.election(), persist.ballot());
                feed(name, new NodeEvent.Persisted(persist.election(), persist.ballot()));
            } else if (effect instanceof NodeEffect.PersistGroup persist) {
                groups.put(name, persist.group());
                feed(name, new NodeEvent.GroupPersisted(persist.group()));
            } else if (effect instanceof NodeEffect.Remember remember) {
                promises.computeIfAbsent(name, key -> new HashMap<>()).put(remember.election(), remember.promise());
            }
        }
    }

    void deliver() {
        for (Envelope next = onTheWay.poll(); next != null; next = onTheWay.poll()) {
            feed(next.to(), new NodeEvent.Received(next));
        }
    }

    /** Lets milliseconds pass. */
    void run(long millis) {
        for (long step = 0; step < millis; step++) {
            nanos += MILLI;
            for (String name : List.copyOf(nodes.keySet())) {
                if (node(name).wakeAt() <= nanos) {
                    feed(name, new NodeEvent.Tick());
                }
            }
            deliver();
        }
    }

    long runUntil(BooleanSupplier condition, long mostMillis) {
        for (long millis = 0; millis < mostMillis; millis++) {
            if (condition.getAsBoolean()) {
                return millis;
            }
            run(1);
        }
        throw new AssertionError("not within " + mostMillis + " ms: " + nodes.values());
    }

    void stand(String election, String... names) {
        for (String name : names) {
            feed(name, new NodeEvent.Stand(election, 0, 0));
        }
        deliver();
    }

    /** Who acts; empty for nobody. */
    String active(String election) {
        for (MemberNode node : nodes.values()) {
            if (node.seat(election).role() == MemberRole.ACTIVE) {
                return node.self();
            }
        }
        return "";
    }

    long term(String name, String election) {
        return node(name).seat(election).term();
    }

    <T extends NodeEffect> List<T> effects(Class<T> kind) {
        return seen.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
