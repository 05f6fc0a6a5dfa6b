package dev.baton.quorum.wire;

import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The introduction of a member to a peer before any other message: its disk, its settings and its process. It travels as
 * a note, which members of version 0.1 ignore; they send none.
 *
 * @param store the number of its disk
 * @param incarnation of its process
 * @param previous the incarnation of its previous start, as its disk knows it
 * @param generation the number of writes of votes that its disk has confirmed
 * @param drift the clock drift that it allows for
 * @param members the fingerprint of its membership
 * @param term the term of its membership
 * @param version the version of its membership
 * @param predecessorEnded whether the process of its previous start has provably ended
 * @param process its process, for members on the same machine
 * @param keepsCommands whether it keeps records of running commands; members of earlier versions do not
 */
public record MemberHello(
        long store,
        long incarnation,
        long previous,
        long generation,
        AnnouncedTiming timing,
        double drift,
        String members,
        long term,
        long version,
        boolean predecessorEnded,
        ProcessIdentity process,
        boolean keepsCommands) {
    private static final String KIND = "member";
    private static final String BEGINNING = "{\"note\":\"" + KIND + "\",";
    private static final Duration MAX_LEASE = Duration.ofDays(1);

    /** Returns this as a note. */
    public String toNote() {
        return Json.write(new JsonObject()
                .with("note", KIND)
                .with("store", Long.toHexString(store))
                .with("incarnation", incarnation)
                .with("previous", previous)
                .with("generation", generation)
                .with("heartbeat_ns", timing.heartbeatEvery().toNanos())
                .with("lease_ns", timing.lease().toNanos())
                .with("drift", Double.toString(drift))
                .with("members", members)
                .with("term", term)
                .with("version", version)
                .with("predecessor_ended", predecessorEnded)
                .with("boot", process.bootId())
                .with("pid_namespace", process.pidNamespace())
                .with("pid", process.pid())
                .with("start_time", process.startTime())
                .with("commands", keepsCommands));
    }

    /** Returns the hello in a note; empty if the note is of another kind. */
    public static Optional<MemberHello> in(String note) {
        if (!note.startsWith(BEGINNING)) {
            return Optional.empty();
        }
        try {
            Map<String, @Nullable Object> object = Json.parseObject(note);
            return Optional.of(read(new JsonFields("note", object)));
        } catch (JsonException | IllegalArgumentException | ArithmeticException malformed) {
            throw new MalformedMessageException("malformed hello: " + malformed.getMessage());
        }
    }

    private static MemberHello read(JsonFields fields) {
        AnnouncedTiming timing = new AnnouncedTiming(duration(fields, "heartbeat_ns"), duration(fields, "lease_ns"));
        return new MemberHello(
                Long.parseUnsignedLong(fields.text("store"), 16),
                fields.number("incarnation"),
                fields.number("previous"),
                fields.number("generation"),
                timing,
                Double.parseDouble(fields.text("drift")),
                fields.text("members"),
                fields.number("term"),
                fields.number("version"),
                fields.flag("predecessor_ended"),
                new ProcessIdentity(
                        fields.textOrEmpty("boot"),
                        fields.number("pid_namespace"),
                        fields.number("pid"),
                        fields.number("start_time")),
                fields.flag("commands", false));
    }

    private static Duration duration(JsonFields fields, String key) {
        Duration value = Duration.ofNanos(fields.number(key));
        MalformedMessageException.require(
                value.toMillis() > 0 && value.compareTo(MAX_LEASE) <= 0, key + " is out of range");
        return value;
    }
}
