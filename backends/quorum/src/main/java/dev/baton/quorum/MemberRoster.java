package dev.baton.quorum;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statuses that this process and the other members have published. Candidates of processes that are no members are left
 * out, because they cannot lead: a transfer to one of them would only end the leadership. Used only by the member's thread.
 */
final class MemberRoster {
    private static final long MAX_AGE_NANOS = Roster.maxAge().toNanos();
    private static final int MAX_PER_MEMBER = 50_000;
    /** In a larger roster, searches on the path of an election would take too long. */
    private static final int MAX_SEARCHED = 200;

    private static final int MAX_PER_NOTE = 100;

    private final Map<String, Published> byMember = new HashMap<>();
    private final Map<Object, List<InstanceStatus>> own = new HashMap<>();
    private final Predicate<String> isMember;
    private @Nullable List<String> ownNotes;

    /** @param isMember whether a process is a member now */
    MemberRoster(Predicate<String> isMember) {
        this.isMember = isMember;
    }

    private static final class Published {
        final List<InstanceStatus> statuses = new ArrayList<>();
        long receivedAt;
    }

    /** Replaces the statuses of one backend of this process. */
    void announce(Object backend, List<InstanceStatus> statuses) {
        own.put(backend, List.copyOf(statuses));
        ownNotes = null;
    }

    void closed(Object backend) {
        own.remove(backend);
        ownNotes = null;
    }

    private Stream<InstanceStatus> own() {
        return own.values().stream().flatMap(List::stream);
    }

    private Stream<InstanceStatus> others() {
        return members().flatMap(entry -> entry.getValue().statuses.stream());
    }

    private Stream<Map.Entry<String, Published>> members() {
        return byMember.entrySet().stream().filter(entry -> isMember.test(entry.getKey()));
    }

    /** Returns the statuses of this process as notes for a peer. They are written once for all peers. */
    List<String> ownNotes() {
        List<String> written = ownNotes == null ? write(own().toList()) : ownNotes;
        ownNotes = written;
        return written;
    }

    private static List<String> write(List<InstanceStatus> statuses) {
        List<String> notes = new ArrayList<>();
        for (int from = 0; from == 0 || from < statuses.size(); from += MAX_PER_NOTE) {
            List<InstanceStatus> part = statuses.subList(from, Math.min(statuses.size(), from + MAX_PER_NOTE));
            List<String> frames = part.stream().map(StatusJson::write).toList();
            notes.add(Json.write(new JsonObject()
                    .with("note", "roster")
                    .with("first", from == 0)
                    .with("frames", frames)));
        }
        return notes;
    }

    /** @param first whether the statuses replace the earlier ones of this peer, or continue them */
    void received(String peer, List<InstanceStatus> statuses, boolean first, long now) {
        Published published = byMember.computeIfAbsent(peer, name -> new Published());
        published.receivedAt = now;
        if (first) {
            published.statuses.clear();
        }
        if (published.statuses.size() + statuses.size() <= MAX_PER_MEMBER) {
            published.statuses.addAll(statuses);
        }
    }

    /** The peer's statuses are unchanged. Returns false if they are not known. */
    boolean confirmed(String peer, long now, Instant wall) {
        Published published = byMember.get(peer);
        if (published != null) {
            published.receivedAt = now;
            published.statuses.replaceAll(status -> copy(status, status.state(), wall));
        }
        return published != null;
    }

    private static InstanceStatus copy(InstanceStatus status, CandidateState state, Instant timestamp) {
        return new InstanceStatus(
                status.election(),
                status.instanceId(),
                status.isLeader(),
                state,
                status.epoch(),
                status.priority(),
                status.healthy(),
                timestamp,
                status.note());
    }

    /** Returns whether only timestamps differ from the last statuses, or attempts of standbys to acquire. */
    boolean isUnchanged(Object backend, List<InstanceStatus> statuses) {
        List<InstanceStatus> before = own.getOrDefault(backend, List.of());
        return comparable(before).equals(comparable(statuses));
    }

    private static List<InstanceStatus> comparable(List<InstanceStatus> statuses) {
        return statuses.stream()
                .map(status -> copy(
                        status,
                        status.state() == CandidateState.ACQUIRING ? CandidateState.FOLLOWER : status.state(),
                        Instant.EPOCH))
                .toList();
    }

    void remove(String peer) {
        byMember.remove(peer);
    }

    List<InstanceStatus> list(String self, long now, Predicate<InstanceStatus> filter) {
        byMember.values().removeIf(published -> now - published.receivedAt > MAX_AGE_NANOS);
        Stream<InstanceStatus> eligible = isMember.test(self) ? own() : Stream.empty();
        return Stream.concat(eligible, others()).filter(filter).toList();
    }

    /** Returns whether no other member has a candidate in this election; false if the roster is too large to search. */
    boolean isOnlyMember(String election) {
        return others().count() <= MAX_SEARCHED
                && others().noneMatch(status -> status.election().equals(election));
    }

    /**
     * Returns the member with the healthy candidate of the highest priority above the given one; empty if there is
     * none, or if the roster is too large to search.
     */
    String preferredMember(String election, int above) {
        String preferred = "";
        int highest = above;
        if (others().count() > MAX_SEARCHED) {
            return preferred;
        }
        for (Map.Entry<String, Published> entry : members().toList()) {
            for (InstanceStatus status : entry.getValue().statuses) {
                if (status.priority() > highest
                        && status.healthy()
                        && status.election().equals(election)) {
                    preferred = entry.getKey();
                    highest = status.priority();
                }
            }
        }
        return preferred;
    }

    /** Returns the member on which an instance runs; empty if unknown. */
    String memberOf(String instanceId, String self) {
        Predicate<InstanceStatus> matches = status -> status.instanceId().equals(instanceId);
        if (own().anyMatch(matches)) {
            return self;
        }
        return members()
                .filter(entry -> entry.getValue().statuses.stream().anyMatch(matches))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }
}
