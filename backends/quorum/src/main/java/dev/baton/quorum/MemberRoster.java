package dev.baton.quorum;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who is here: what every member said of its candidates, and when. Lives on the thread of the member. */
final class MemberRoster {
    private static final long LATE_NANOS = Duration.ofSeconds(15).toNanos();
    private static final int MOST_FRAMES = 50_000;

    private static final int MOST_LOOKED_AT = 200;
    private static final int FRAMES_AT_ONCE = 100;

    private final Map<String, Said> byMember = new HashMap<>();
    private final Map<Object, List<InstanceStatus>> own = new HashMap<>();
    private @Nullable List<String> notes;

    private static final class Said {
        final List<InstanceStatus> frames = new ArrayList<>();
        long at;
    }

    /** What one connection of this process says of itself. */
    void announce(Object backend, List<InstanceStatus> frames) {
        own.put(backend, List.copyOf(frames));
        notes = null;
    }

    void left(Object backend) {
        own.remove(backend);
        notes = null;
    }

    List<InstanceStatus> own() {
        return own.values().stream().flatMap(List::stream).toList();
    }

    /** What all connections of this process say, as notes for a peer; written once, however many come. */
    List<String> ownNotes() {
        List<String> written = notes == null ? write(own()) : notes;
        notes = written;
        return written;
    }

    private static List<String> write(List<InstanceStatus> frames) {
        List<String> notes = new ArrayList<>();
        for (int from = 0; from == 0 || from < frames.size(); from += FRAMES_AT_ONCE) {
            Map<String, @Nullable Object> note = new LinkedHashMap<>();
            note.put("note", "roster");
            note.put("first", from == 0);
            note.put(
                    "frames",
                    frames.subList(from, Math.min(frames.size(), from + FRAMES_AT_ONCE)).stream()
                            .map(StatusJson::write)
                            .toList());
            notes.add(Json.write(note));
        }
        return notes;
    }

    /** @param first whether what the peer said before is over */
    void heard(String peer, List<InstanceStatus> frames, boolean first, long now) {
        Said said = byMember.computeIfAbsent(peer, name -> new Said());
        said.at = now;
        if (first) {
            said.frames.clear();
        }
        if (said.frames.size() + frames.size() <= MOST_FRAMES) {
            said.frames.addAll(frames);
        }
    }

    /** A peer says that nothing has changed about it; whether it is known what that is. */
    boolean still(String peer, long now, Instant wall) {
        Said said = byMember.get(peer);
        if (said != null) {
            said.at = now;
            said.frames.replaceAll(frame -> at(frame, wall));
        }
        return said != null;
    }

    private static InstanceStatus at(InstanceStatus frame, Instant when) {
        return new InstanceStatus(
                frame.election(),
                frame.instanceId(),
                frame.isLeader(),
                frame.state(),
                frame.epoch(),
                frame.priority(),
                frame.healthy(),
                when,
                frame.note());
    }

    private static boolean saysTheSame(InstanceStatus one, InstanceStatus other) {
        return one.election().equals(other.election())
                && one.instanceId().equals(other.instanceId())
                && one.isLeader() == other.isLeader()
                && essence(one.state()) == essence(other.state())
                && one.epoch() == other.epoch()
                && one.priority() == other.priority()
                && one.healthy() == other.healthy()
                && one.note().equals(other.note());
    }

    private static CandidateState essence(CandidateState state) {
        return state == CandidateState.ACQUIRING ? CandidateState.FOLLOWER : state;
    }

    /** Whether this is what is said already, but for the time, and for standbys that try again and again. */
    boolean isSaid(Object backend, List<InstanceStatus> frames) {
        List<InstanceStatus> before = own.getOrDefault(backend, List.of());
        if (before.size() != frames.size()) {
            return false;
        }
        for (int i = 0; i < frames.size(); i++) {
            if (!saysTheSame(before.get(i), frames.get(i))) {
                return false;
            }
        }
        return true;
    }

    void gone(String peer) {
        byMember.remove(peer);
    }

    List<InstanceStatus> list(long now, Predicate<InstanceStatus> wanted) {
        byMember.values().removeIf(said -> now - said.at > LATE_NANOS);
        List<InstanceStatus> all = new ArrayList<>();
        own().stream().filter(wanted).forEach(all::add);
        byMember.values().forEach(said -> said.frames.stream().filter(wanted).forEach(all::add));
        return all;
    }

    /** Whether no other member has somebody in this election; no when that would take long to find out. */
    boolean isAlone(String election) {
        return frames() <= MOST_LOOKED_AT
                && byMember.values().stream()
                        .flatMap(said -> said.frames.stream())
                        .noneMatch(frame -> frame.election().equals(election));
    }

    /**
     * The other member whose candidate in this election is well and ranks above all that are known, and above this
     * priority; empty when there is none, or when that would take long to find out.
     */
    String favourite(String election, int above) {
        String favourite = "";
        int highest = above;
        if (frames() > MOST_LOOKED_AT) {
            return favourite;
        }
        for (Map.Entry<String, Said> entry : byMember.entrySet()) {
            for (InstanceStatus frame : entry.getValue().frames) {
                if (frame.priority() > highest
                        && frame.healthy()
                        && frame.election().equals(election)) {
                    favourite = entry.getKey();
                    highest = frame.priority();
                }
            }
        }
        return favourite;
    }

    private int frames() {
        return byMember.values().stream().mapToInt(said -> said.frames.size()).sum();
    }

    /** The member that speaks for an instance, empty when nobody does. */
    String memberOf(String election, String instanceId, String self) {
        Predicate<InstanceStatus> isIt = frame -> frame.instanceId().equals(instanceId)
                && (election.isEmpty() || frame.election().equals(election));
        if (own().stream().anyMatch(isIt)) {
            return self;
        }
        for (Map.Entry<String, Said> entry : byMember.entrySet()) {
            if (entry.getValue().frames.stream().anyMatch(isIt)) {
                return entry.getKey();
            }
        }
        return "";
    }
}
