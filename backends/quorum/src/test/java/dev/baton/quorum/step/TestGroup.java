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

/** A group in memory: messages arrive at once, disks write at once, time passes only on request. */
final class TestGroup {
    static final long MILLI = 1_000_000;

    final Map<String, MemberNode> nodes = new TreeMap<>();
    final Map<String, Map<String, Vote>> votes = new HashMap<>();
    final Map<String, Map<String, LeasePromise>> promises = new HashMap<>();
    final Map<String, GroupRecord> records = new HashMap<>();
    final List<NodeEffect> effects = new ArrayList<>();
    final List<Envelope> sent = new ArrayList<>();
    final Set<String> disconnected = new HashSet<>();
    /** Members whose lists are written, but not confirmed. */
    final Set<String> stuckDisks = new HashSet<>();

    private final Deque<Envelope> inTransit = new ArrayDeque<>();
    private final QuorumTiming settings;
    private final Map<String, Long> starts = new HashMap<>();
    long nanos = 1_000 * MILLI;

    TestGroup(QuorumTiming settings, String... names) {
        this.settings = settings;
        Membership founding = Membership.founding(Arrays.asList(names));
        for (String name : names) {
            records.put(name, GroupRecord.fresh(founding, name.hashCode()));
        }
        for (String name : names) {
            start(name);
        }
        run(200);
    }

    void start(String name) {
        long incarnation = starts.merge(name, 1L, Long::sum);
        SavedState saved = new SavedState(
                Objects.requireNonNull(records.get(name)),
                votes.getOrDefault(name, Map.of()),
                promises.getOrDefault(name, Map.of()));
        nodes.put(name, new MemberNode(settings, new MemberStart(name, incarnation, 0, incarnation), saved, now()));
    }

    MemberNode node(String name) {
        return Objects.requireNonNull(nodes.get(name), name);
    }

    ElectionState state(String name, String election) {
        return node(name).state(election);
    }

    void kill(String name) {
        nodes.remove(name);
    }

    ClockReading now() {
        return new ClockReading(nanos, nanos / MILLI);
    }

    void handle(String name, NodeEvent event) {
        MemberNode node = nodes.get(name);
        if (node == null) {
            return;
        }
        for (NodeEffect effect : node.handle(event, now())) {
            effects.add(effect);
            effect.accept(new EffectHandler(name));
        }
    }

    /** Hands a message to a member as if the peer had sent it. */
    void receive(String to, String from, String election, PeerMessage message) {
        ConfigId config = node(to).membership().id();
        handle(to, new NodeEvent.Received(new Envelope(from, to, election, 1, config, message)));
    }

    private final class EffectHandler implements NodeEffect.Handler {
        private final String name;

        EffectHandler(String name) {
            this.name = name;
        }

        @Override
        public void send(NodeEffect.Send effect) {
            Envelope envelope = effect.envelope();
            sent.add(envelope);
            if (!disconnected.contains(name) && !disconnected.contains(envelope.to())) {
                inTransit.add(envelope);
            }
        }

        @Override
        public void persist(NodeEffect.Persist effect) {
            votes.computeIfAbsent(name, key -> new HashMap<>()).put(effect.election(), effect.vote());
            handle(name, new NodeEvent.Persisted(effect.election(), effect.vote()));
        }

        @Override
        public void persistGroup(NodeEffect.PersistGroup effect) {
            records.put(name, effect.group());
            if (!stuckDisks.contains(name)) {
                handle(name, new NodeEvent.GroupPersisted(effect.group()));
            }
        }

        @Override
        public void savePromise(NodeEffect.SavePromise effect) {
            promises.computeIfAbsent(name, key -> new HashMap<>()).put(effect.election(), effect.promise());
        }

        @Override
        public void lead(NodeEffect.Lead effect) {}

        @Override
        public void steppedDown(NodeEffect.SteppedDown effect) {}

        @Override
        public void follow(NodeEffect.Follow effect) {}

        @Override
        public void membershipChanged(NodeEffect.MembershipChanged effect) {}

        @Override
        public void warn(NodeEffect.Warn effect) {}
    }

    void deliver() {
        for (Envelope next = inTransit.poll(); next != null; next = inTransit.poll()) {
            handle(next.to(), new NodeEvent.Received(next));
        }
    }

    /** Advances time by milliseconds. */
    void run(long millis) {
        for (long step = 0; step < millis; step++) {
            nanos += MILLI;
            for (String name : List.copyOf(nodes.keySet())) {
                if (node(name).wakeAt() <= nanos) {
                    handle(name, new NodeEvent.Tick());
                }
            }
            deliver();
        }
    }

    /** Advances time until the condition holds; returns the milliseconds that took. */
    long runUntil(BooleanSupplier condition, long maxMillis) {
        for (long millis = 0; millis < maxMillis; millis++) {
            if (condition.getAsBoolean()) {
                return millis;
            }
            run(1);
        }
        throw new AssertionError("not within " + maxMillis + " ms: " + nodes.values());
    }

    void campaign(String election, String... names) {
        for (String name : names) {
            handle(name, new NodeEvent.Campaign(election, 0, 0, false));
        }
        deliver();
    }

    /** Returns the member with a lease; empty if none. */
    String leader(String election) {
        for (MemberNode node : nodes.values()) {
            if (node.state(election).role() == MemberRole.ACTIVE) {
                return node.self();
            }
        }
        return "";
    }

    long term(String name, String election) {
        return state(name, election).term();
    }

    <T extends NodeEffect> List<T> effects(Class<T> kind) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
