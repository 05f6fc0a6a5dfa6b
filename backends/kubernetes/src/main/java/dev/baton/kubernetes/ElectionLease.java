package dev.baton.kubernetes;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.kubernetes.api.KubeSelection;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.recipe.CommandRecord;
import dev.baton.support.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** The Lease of an election: what it says, and what a candidate writes into it. Pure. */
record ElectionLease(KubeObject object) {
    /** The label of these Leases. */
    static final String KIND = "election";

    static final KubeSelection SELECTION = KubeSelection.labelled(Marks.KIND + "=" + KIND);

    /** Kubernetes accepts exactly six digits. */
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** Returns the Lease of an election that has none: without a holder and an epoch. */
    static KubeObject empty(String election) {
        return KubeObject.newLease(LeaseNames.election(election))
                .withSpec(Map.of("holderIdentity", ""))
                .withAnnotations(Map.of(Marks.ELECTION, election))
                .withLabel(Marks.KIND, KIND);
    }

    /** Returns the holder; empty if the Lease is free. */
    String holder() {
        return object.spec().textOrEmpty("holderIdentity");
    }

    boolean isFree() {
        return holder().isEmpty();
    }

    /** Returns a text that changes whenever the holder renews. Annotations do not count: anyone may write them. */
    String fingerprint() {
        return object.uid() + Json.write(object.spec().object());
    }

    private long transitions() {
        return object.spec().numberOrZero("leaseTransitions");
    }

    /** Returns whether the annotations belong to the present holder, and not to one before. */
    private boolean isOfBaton() {
        return !isFree()
                && object.annotation(Marks.HOLDER).equals(holder())
                && object.annotation(Marks.TRANSITIONS).equals(Long.toString(transitions()));
    }

    /** Returns the epoch of the present holder; 0 if there is none, or it is a candidate of another program. */
    long epoch() {
        return isOfBaton() ? number(Marks.EPOCH) : 0;
    }

    private long number(String mark) {
        try {
            return Math.max(0, Long.parseLong(object.annotation(mark)));
        } catch (NumberFormatException absent) {
            return 0;
        }
    }

    /** Returns the highest epoch that the Lease proves: every epoch was at most the version at that time. */
    long highestEpoch() {
        long recorded = number(Marks.EPOCH);
        long known = recorded > 0
                ? recorded
                : LongStream.concat(
                                LongStream.of(number(Marks.MOVED)),
                                tenures().stream().mapToLong(LeaseTenure::epoch))
                        .max()
                        .orElse(0);
        return Math.max(known, object.revision());
    }

    /** Returns the candidate of Baton that holds the Lease; empty if it is free or held by another program. */
    String candidate() {
        return isOfBaton() ? object.annotation(Marks.CANDIDATE) : "";
    }

    /**
     * Returns how long the holder may lead without renewing. A candidate of Baton leads for the time in its annotation,
     * so an edited duration does not shorten the wait for it.
     */
    Duration ttl(Duration otherwise) {
        long seconds = object.spec().numberOrZero("leaseDurationSeconds");
        Duration recorded = seconds > 0 ? Duration.ofSeconds(seconds) : otherwise;
        Duration annotated = isOfBaton() ? Duration.ofMillis(number(Marks.TTL)) : Duration.ZERO;
        return annotated.compareTo(recorded) > 0 ? annotated : recorded;
    }

    String reservedFor() {
        return isFree() ? object.annotation(Marks.RESERVED_FOR) : "";
    }

    Optional<CommandRecord> command() {
        return Optional.of(object.annotation(Marks.COMMAND))
                .filter(text -> !text.isEmpty())
                .flatMap(CommandRecord::read);
    }

    /** Returns the last tenures; the older ones are in the history. */
    List<LeaseTenure> tenures() {
        return LeaseTenure.read(object.annotation(Marks.TENURES));
    }

    long movedEpoch() {
        return number(Marks.MOVED);
    }

    /** Returns the name of the election. */
    String election() {
        String recorded = object.annotation(Marks.ELECTION);
        return recorded.isEmpty() ? object.name() : recorded;
    }

    Optional<LeaderInfo> leader(String election) {
        return isFree()
                ? Optional.empty()
                : Optional.of(new LeaderInfo(
                        election,
                        holder(),
                        epoch(),
                        since(),
                        Optional.of(isOfBaton() ? object.annotation(Marks.URL) : "")
                                .filter(url -> !url.isEmpty())));
    }

    private Instant since() {
        return Json.ifWellFormed(() -> object.spec().time("acquireTime")).orElse(Instant.EPOCH);
    }

    /**
     * Returns whether this is the given tenure. An annotation that was removed or damaged does not end the tenure; one
     * with another value does.
     */
    boolean isHeldBy(HeldTenure ours) {
        String candidate = object.annotation(Marks.CANDIDATE);
        long epoch = number(Marks.EPOCH);
        return object.uid().equals(ours.object().uid())
                && holder().equals(ours.contender().instanceId())
                && transitions() == new ElectionLease(ours.object()).transitions()
                && (candidate.isEmpty() || candidate.equals(ours.contender().candidate()))
                && (epoch == 0 || epoch == ours.epoch());
    }

    static String microTime(long wallMillis) {
        return MICRO_TIME.format(Instant.ofEpochMilli(wallMillis));
    }

    /**
     * Returns the Lease with a new tenure.
     *
     * @param kept the tenures before it that stay in the Lease
     * @param moved the highest epoch in the history
     */
    KubeObject taken(
            KubernetesContender by, long epoch, Duration ttl, long nowMillis, List<LeaseTenure> kept, long moved) {
        List<LeaseTenure> all = new ArrayList<>();
        kept.forEach(tenure -> all.add(tenure.ended(nowMillis, EndReason.TAKEN_OVER)));
        all.add(LeaseTenure.begun(epoch, by.instanceId(), by.url(), nowMillis));
        Map<String, String> marks = new HashMap<>(tenureMarks(by, epoch, ttl, transitions() + 1));
        marks.put(Marks.TENURES, LeaseTenure.write(all));
        marks.put(Marks.MOVED, moved > 0 ? Long.toString(moved) : "");
        marks.put(Marks.RESERVED_FOR, "");
        marks.put(Marks.ELECTION, by.election());
        return object.withSpec(Map.of(
                        "holderIdentity", by.instanceId(),
                        "leaseDurationSeconds", ttl.toSeconds(),
                        "acquireTime", microTime(nowMillis),
                        "renewTime", microTime(nowMillis),
                        "leaseTransitions", transitions() + 1))
                .withAnnotations(marks)
                .withLabel(Marks.KIND, KIND);
    }

    private static Map<String, String> tenureMarks(KubernetesContender by, long epoch, Duration ttl, long transitions) {
        return Map.of(
                Marks.EPOCH, Long.toString(epoch),
                Marks.HOLDER, by.instanceId(),
                Marks.TRANSITIONS, Long.toString(transitions),
                Marks.CANDIDATE, by.candidate(),
                Marks.TTL, Long.toString(ttl.toMillis()),
                Marks.URL, by.url());
    }

    /** Returns the Lease after a renewal, with whatever was damaged by hand repaired. */
    KubeObject renewed(HeldTenure ours, Duration ttl, long nowMillis) {
        return object.withSpec(Map.of("leaseDurationSeconds", ttl.toSeconds(), "renewTime", microTime(nowMillis)))
                .withAnnotations(tenureMarks(ours.contender(), ours.epoch(), ttl, transitions()));
    }

    /** Returns the Lease after a release, as client-go writes it. */
    KubeObject released(ReleaseRequest request, long nowMillis) {
        List<LeaseTenure> ended = tenures().stream()
                .map(tenure -> tenure.ended(nowMillis, request.reason()))
                .toList();
        return object.withSpec(Map.of(
                        "holderIdentity",
                        "",
                        "leaseDurationSeconds",
                        1L,
                        "acquireTime",
                        microTime(nowMillis),
                        "renewTime",
                        microTime(nowMillis)))
                .withAnnotations(Map.of(
                        Marks.CANDIDATE, "",
                        Marks.TENURES, LeaseTenure.write(ended),
                        Marks.RESERVED_FOR, request.successor().orElse("")));
    }
}
