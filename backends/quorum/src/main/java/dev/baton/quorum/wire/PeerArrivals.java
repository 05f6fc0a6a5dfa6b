package dev.baton.quorum.wire;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Admits the authenticated connections of peers. The first frame of a connection introduces the peer. A second process
 * with the name of a connected peer is refused while the first one answers on its connection. Used only by the member's
 * thread.
 *
 * @param <C> a connection of the transport
 */
public final class PeerArrivals<C> {
    /** The time of something that is not due. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long INTRODUCTION_TIMEOUT = 500_000_000;

    private final Connections<C> connections;
    /** The connections whose first frame has not arrived, and until when it is awaited. */
    private final Map<C, Long> silent = new LinkedHashMap<>();
    /** The introductions of processes that wait for the answer to a challenge. */
    private final Map<C, MemberHello> waiting = new HashMap<>();
    /** The challenges of connected processes, by the name of the peer. */
    private final Map<String, Challenge<C>> challenges = new TreeMap<>();

    private Supplier<String> introduction = () -> "";
    private long answerWithin = Duration.ofSeconds(1).toNanos();

    /** Another process with the name of a connected peer waits until that one has answered or failed. */
    private record Challenge<C>(C newcomer, long endsAt) {}

    /** The authenticated connections of a transport. */
    public interface Connections<C> {

        /** Returns the name of the peer at the other end. */
        String peer(C connection);

        /** Returns the start of the process at the other end. */
        long incarnation(C connection);

        /** Returns the connection that is used for a peer; empty if it is not connected. */
        Optional<C> open(String peer);

        /** Returns whether the first of two connections of one process is kept. */
        boolean prefers(C first, C second);

        /** Sends a note at once. */
        void send(C connection, String note);

        /** Uses this connection for its peer. An earlier one was dropped before. */
        void use(C connection);

        void drop(C connection);

        /** Drops a connection that is refused. */
        void reject(C connection, String reason);

        MemberTransport.Handler handler();

        /** Returns the monotonic clock. */
        long nanos();
    }

    public PeerArrivals(Connections<C> connections) {
        this.connections = connections;
    }

    /** Sets the note that introduces this member, and how long a connected peer may take to answer a challenge. */
    public void introduce(Supplier<String> hello, Duration patience) {
        introduction = hello;
        answerWithin = patience.toNanos();
    }

    /** Introduces this member on a new connection, and waits for the introduction of the peer. */
    public void add(C connection) {
        String hello = introduction.get();
        silent.put(connection, connections.nanos() + INTRODUCTION_TIMEOUT);
        if (!hello.isEmpty()) {
            connections.send(connection, hello);
        }
    }

    /** Forgets a connection that has ended. */
    public void remove(C connection) {
        silent.remove(connection);
        waiting.remove(connection);
        challenges.values().removeIf(challenge -> challenge.newcomer() == connection);
    }

    /** Admits connections that waited long enough, and returns when to call this again. */
    public long run(long now) {
        List<C> late = new ArrayList<>();
        silent.forEach((connection, until) -> {
            if (now >= until) {
                late.add(connection);
            }
        });
        late.forEach(connection -> admit(connection, Optional.empty())); // Version 0.1 does not introduce itself.
        for (Challenge<C> challenge : List.copyOf(challenges.values())) {
            if (now >= challenge.endsAt()) {
                replaceBy(challenge.newcomer());
            }
        }
        long next = NEVER;
        for (long until : silent.values()) {
            next = Math.min(next, until);
        }
        for (Challenge<C> challenge : challenges.values()) {
            next = Math.min(next, challenge.endsAt());
        }
        return next;
    }

    /**
     * Handles a frame that concerns the admission of its sender.
     *
     * @param note the note in the frame; empty if it has other content
     * @return whether the frame needs no further handling
     */
    public boolean handle(C connection, Optional<String> note) {
        if (silent.containsKey(connection)) {
            Optional<MemberHello> hello = hello(connection, note);
            admit(connection, hello);
            return hello.isPresent() || !isOpen(connection);
        }
        if (!isOpen(connection)) {
            hello(connection, note).ifPresent(hello -> introducedLate(connection, hello));
            return true; // It waits for the answer to a challenge; lost messages are repeated.
        }
        if (note.isEmpty()) {
            return false;
        }
        if (PresenceNotes.QUESTION.equals(note.get())) {
            connections.send(connection, PresenceNotes.ANSWER);
            return true;
        }
        if (PresenceNotes.ANSWER.equals(note.get())) {
            String peer = connections.peer(connection);
            Challenge<C> challenge = challenges.get(peer);
            if (challenge != null) {
                refuse(
                        challenge.newcomer(),
                        "another process with the name " + peer
                                + " is running; give every process its own name and its own state folder");
            }
            return true;
        }
        return false;
    }

    private Optional<MemberHello> hello(C connection, Optional<String> note) {
        Optional<MemberHello> hello = note.flatMap(MemberHello::in);
        MalformedMessageException.require(
                hello.isEmpty() || hello.get().incarnation() == connections.incarnation(connection),
                "hello of another process");
        return hello;
    }

    /** A process that took long to introduce itself still waits for the answer to a challenge. */
    private void introducedLate(C connection, MemberHello hello) {
        if (challenges.values().stream().noneMatch(challenge -> challenge.newcomer() == connection)) {
            return;
        }
        String peer = connections.peer(connection);
        Optional<String> objection = connections.handler().objection(peer, hello.incarnation(), hello);
        if (objection.isPresent()) {
            refuse(connection, objection.get());
        } else {
            waiting.put(connection, hello);
        }
    }

    private boolean isOpen(C connection) {
        return connections
                .open(connections.peer(connection))
                .filter(open -> open == connection)
                .isPresent();
    }

    private void admit(C connection, Optional<MemberHello> hello) {
        silent.remove(connection);
        String peer = connections.peer(connection);
        long incarnation = connections.incarnation(connection);
        Optional<String> objection =
                hello.flatMap(introduced -> connections.handler().objection(peer, incarnation, introduced));
        Optional<C> open = connections.open(peer);
        if (objection.isPresent()) {
            refuse(connection, objection.get());
        } else if (open.isEmpty()) {
            use(connection, hello);
        } else if (connections.incarnation(open.get()) != incarnation) {
            challenge(peer, open.get(), connection, hello);
        } else if (connections.prefers(open.get(), connection)) {
            connections.drop(connection);
        } else {
            use(connection, hello);
        }
    }

    private void challenge(String peer, C open, C newcomer, Optional<MemberHello> hello) {
        if (challenges.containsKey(peer)) {
            connections.drop(newcomer);
            return;
        }
        challenges.put(peer, new Challenge<>(newcomer, connections.nanos() + answerWithin));
        hello.ifPresent(introduced -> waiting.put(newcomer, introduced));
        connections.send(open, PresenceNotes.QUESTION);
    }

    /** The open connection of a peer has ended, so that a waiting process takes its place. */
    public void openConnectionLost(String peer) {
        Challenge<C> challenge = challenges.get(peer);
        if (challenge != null) {
            replaceBy(challenge.newcomer());
        }
    }

    private void replaceBy(C challenger) {
        Optional<MemberHello> hello = Optional.ofNullable(waiting.get(challenger));
        remove(challenger);
        use(challenger, hello);
    }

    /** Makes this the connection of its peer, in place of an earlier one. */
    private void use(C connection, Optional<MemberHello> hello) {
        String peer = connections.peer(connection);
        long incarnation = connections.incarnation(connection);
        MemberTransport.Handler handler = connections.handler();
        Optional<C> former = connections.open(peer);
        if (former.isPresent()) {
            connections.drop(former.get());
            if (connections.incarnation(former.get()) != incarnation) {
                handler.peerDisconnected(peer, connections.incarnation(former.get()));
            }
        }
        connections.use(connection);
        hello.ifPresent(introduced -> handler.peerIntroduced(peer, incarnation, introduced));
        handler.peerConnected(peer);
    }

    private void refuse(C connection, String reason) {
        remove(connection);
        connections.send(
                connection, Json.write(new JsonObject().with("note", "refused").with("reason", reason)));
        connections.reject(connection, reason);
    }
}
