package dev.baton.quorum;

import dev.baton.quorum.disk.StartRecord.PeerStart;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.Voter;
import dev.baton.quorum.wire.MemberHello;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The introductions of this member and its peers, before any other message: disk, settings and process. It refuses a peer
 * whose disk has gone back or whose settings do not fit. Used only by the member's thread.
 */
final class PeerIntroductions {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration WRITE_DELAY = Duration.ofMillis(20);
    private static final int MAX_PEERS = 2 * Membership.MAX_MEMBERS;

    private final GroupMember member;
    private final StateFolder storage;
    private final boolean predecessorEnded;
    private final Map<String, PeerStart> starts = new HashMap<>();
    private final Map<String, PeerStart> unwritten = new TreeMap<>();
    private final PeerGenerations generations = new PeerGenerations();
    private final Map<String, AnnouncedTiming> timings = new HashMap<>();
    /** The refused process of each peer, for transports that cannot refuse a connection. */
    private final Map<String, Long> refused = new HashMap<>();

    /** The peers whose list contradicted the own one, with the fingerprint of that. */
    private final Map<String, String> contradicting = new HashMap<>();

    private long announcedGeneration;

    PeerIntroductions(GroupMember member, StateFolder storage, boolean predecessorEnded) {
        this.member = member;
        this.storage = storage;
        this.predecessorEnded = predecessorEnded;
        starts.putAll(storage.peers());
    }

    /** Returns the note that introduces this member. */
    String own() {
        Membership members = member.node.membership();
        return new MemberHello(
                        storage.store(),
                        member.node.incarnation(),
                        storage.previousIncarnation(),
                        storage.generation(),
                        new AnnouncedTiming(member.timing.heartbeatEvery(), member.timing.lease()),
                        member.timing.drift(),
                        members.fingerprint(),
                        members.id().term(),
                        members.id().version(),
                        predecessorEnded,
                        member.machine.process(),
                        true)
                .toNote();
    }

    /** Returns the note that announces how many votes this disk has confirmed; empty if they know. */
    Optional<String> newGeneration() {
        if (storage.generation() == announcedGeneration) {
            return Optional.empty();
        }
        announcedGeneration = storage.generation();
        return Optional.of(
                Json.write(new JsonObject().with("note", "generation").with("generation", announcedGeneration)));
    }

    void generationReceived(String peer, long generation) {
        generations.announced(peer, generation);
    }

    /** Returns why a peer is refused; empty if it is not. */
    Optional<String> objection(String peer, long incarnation, MemberHello hello) {
        Optional<String> objection = judge(peer, incarnation, hello);
        if (objection.isPresent()) {
            // Once for each process, which connects again many times a second.
            if (!isRefused(peer, incarnation)) {
                LOG.error("member={} refuses member {}: {}", member.self(), peer, objection.get());
            }
            refused.put(peer, incarnation);
        }
        return objection;
    }

    private Optional<String> judge(String peer, long incarnation, MemberHello hello) {
        PeerStart known = starts.getOrDefault(peer, new PeerStart(hello.store(), 0));
        if (known.incarnation() != incarnation && known.isAfter(hello.store(), hello.previous())) {
            return Optional.of(goneBack(peer, "does not know a start that " + member.self() + " has seen"));
        }
        if (generations.hasGoneBack(peer, hello.store(), incarnation, hello.generation())) {
            return Optional.of(goneBack(peer, "lacks votes that " + member.self() + " knows of"));
        }
        if (hello.drift() != member.timing.drift()) {
            return Optional.of("it allows for a clock drift of " + hello.drift() + ", but " + member.self() + " for "
                    + member.timing.drift() + "; all members must allow for the same");
        }
        Membership own = member.node.membership();
        if (contradicts(peer, hello, own) && !isGroupToJoin(own, hello)) {
            return Optional.of("it was started with other members than " + own
                    + "; start all members with the same list, or add it with \"baton quorum add\"");
        }
        return Optional.empty();
    }

    /** Returns whether a member of the own list has another list at the same position. */
    private boolean contradicts(String peer, MemberHello hello, Membership own) {
        boolean contradicts = own.contains(peer)
                && hello.term() == own.id().term()
                && hello.version() == own.id().version()
                && !hello.members().equals(own.fingerprint());
        if (contradicts) {
            contradicting.put(peer, own.fingerprint());
        } else {
            contradicting.remove(peer);
        }
        return contradicts;
    }

    /** Returns whether the own list is not that of the group, as before this process is added to it. */
    boolean isNewcomer() {
        return contradicting.containsValue(member.node.membership().fingerprint());
    }

    /** Returns whether this process started with the founders of a group, and itself, to be added to it later. */
    private boolean isGroupToJoin(Membership own, MemberHello hello) {
        Set<String> others = own.members().stream()
                .map(Voter::id)
                .filter(id -> !id.equals(member.self()))
                .collect(Collectors.toSet());
        return !others.isEmpty()
                && hello.members().equals(Membership.founding(others).fingerprint());
    }

    private static String goneBack(String peer, String evidence) {
        return "the state folder of " + peer + " is an earlier copy: it " + evidence
                + ". It may have forgotten votes, so it must not vote. Run \"baton quorum remove " + peer
                + "\" on another member, delete the folder, start " + peer + ", and run \"baton quorum add " + peer
                + "\"";
    }

    /** Handles an introduction over a transport that does not send it first on each connection. */
    void received(String peer, MemberHello hello) {
        Optional<String> objection = objection(peer, hello.incarnation(), hello);
        if (objection.isPresent()) {
            member.transport.sendNote(
                    peer, Json.write(new JsonObject().with("note", "refused").with("reason", objection.get())));
        } else {
            accepted(peer, hello.incarnation(), hello);
        }
    }

    boolean isRefused(String peer, long incarnation) {
        Long process = refused.get(peer);
        return process != null && process == incarnation;
    }

    void accepted(String peer, long incarnation, MemberHello hello) {
        refused.remove(peer);
        if (isKnownDisk(peer, hello)) {
            remember(peer, incarnation, hello);
        }
        member.earlierPeers.introduced(peer);
        member.commands.keepers.introduced(peer, hello.keepsCommands());
        apply(peer, hello.timing());
        member.evidence.introduced(peer, incarnation, hello.process());
        if (hello.predecessorEnded()) {
            member.handle(new NodeEvent.PeerGone(peer, hello.previous(), true));
        }
    }

    /**
     * Returns whether this is the disk with which the peer may vote. The start of another one must not replace what is known
     * about it: the peer may return with an earlier copy of the first.
     */
    private boolean isKnownDisk(String peer, MemberHello hello) {
        long known = member.node.diskOf(peer);
        return known == 0 || known == hello.store();
    }

    private void remember(String peer, long incarnation, MemberHello hello) {
        PeerStart start = new PeerStart(hello.store(), incarnation);
        if (!start.equals(starts.get(peer)) && (starts.containsKey(peer) || starts.size() < MAX_PEERS)) {
            starts.put(peer, start);
            if (unwritten.isEmpty()) {
                member.schedule(WRITE_DELAY, this::writeStarts);
            }
            unwritten.put(peer, start);
        }
        generations.accepted(peer, hello.store(), incarnation, hello.generation());
    }

    private void writeStarts() {
        try {
            storage.persistPeers(unwritten);
            unwritten.clear();
        } catch (IOException failed) {
            LOG.warn("member={} could not write the starts of its peers: {}", member.self(), failed.toString());
            member.schedule(Duration.ofSeconds(1), this::writeStarts);
        }
    }

    private void apply(String peer, AnnouncedTiming announced) {
        AnnouncedTiming own = new AnnouncedTiming(member.timing.heartbeatEvery(), member.timing.lease());
        AnnouncedTiming before = timings.put(peer, announced);
        if (announced.equals(before)) {
            return;
        }
        if (!announced.equals(own)) {
            LOG.warn(
                    "member={} has heartbeat={}ms and lease={}ms, but member {} has heartbeat={}ms and lease={}ms;"
                            + " until they are equal, promises last for the longest lease, leaders count on the shortest,"
                            + " and a candidate leads only if its stopGrace is at most {}ms",
                    member.self(),
                    own.heartbeatEvery().toMillis(),
                    own.lease().toMillis(),
                    peer,
                    announced.heartbeatEvery().toMillis(),
                    announced.lease().toMillis(),
                    longestStopGrace(own, announced).toMillis());
        }
        try {
            long longest = member.timing.longestLease(announced.lease()).toNanos();
            storage.persistLongestPromise(Math.max(storage.longestPromise(), longest));
            member.handle(new NodeEvent.PeerTiming(peer, announced));
        } catch (IOException failed) {
            timings.remove(peer);
            LOG.warn("member={} could not write the lease of {}: {}", member.self(), peer, failed.toString());
        }
    }

    /** Returns how long work may take to stop, if it must stop within the shorter of two leases after two lost heartbeats. */
    private static Duration longestStopGrace(AnnouncedTiming own, AnnouncedTiming other) {
        Duration shortest = own.lease().compareTo(other.lease()) < 0 ? own.lease() : other.lease();
        Duration longest = own.heartbeatEvery().compareTo(other.heartbeatEvery()) > 0
                ? own.heartbeatEvery()
                : other.heartbeatEvery();
        Duration rest = shortest.minus(longest.multipliedBy(3));
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /** Forgets longer leases of earlier starts when no promise of them can be live. */
    void start() {
        member.schedule(Duration.ofNanos(storage.longestPromise()), () -> {
            try {
                storage.persistLongestPromise(member.node.longestPromise());
            } catch (IOException failed) {
                LOG.debug("member={} keeps its longest promise: {}", member.self(), failed.toString());
            }
        });
    }
}
