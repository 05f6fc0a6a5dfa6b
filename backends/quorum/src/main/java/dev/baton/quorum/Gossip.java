package dev.baton.quorum;

import dev.baton.EndReason;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.quorum.step.ElectionState;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberRole;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What members tell each other beside the elections: who is here, who led when, who should lead, where they
 * listen. Best effort. Lives on the thread of the member.
 */
final class Gossip {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int REIGNS_AT_ONCE = 50;
    private static final Duration LONGEST_BARRIER = Duration.ofMillis(200);

    private static final Duration TELL_ADDRESSES = Duration.ofMillis(300);
    private static final int STILLS = 12;
    private static final long STILL_NANOS = Duration.ofSeconds(4).toNanos();
    /** Nothing new about who is here: the rest of the roster was said before. */
    private static final String STILL = "{\"note\":\"still\"}";

    private final GroupMember member;
    private final TenureLog chronicle = new TenureLog();
    private final MemberRoster presence = new MemberRoster();
    private final ClientRequests clients;
    private final List<QuorumContender> contenders = new ArrayList<>();
    private final Map<Long, Barrier> barriers = new HashMap<>();
    private final Set<String> newcomers = new TreeSet<>();
    private long lastBarrier;
    private int stills;
    private long toldAt = Long.MIN_VALUE / 2;

    Gossip(GroupMember member) {
        this.member = member;
        this.clients = new ClientRequests(member);
    }

    TenureLog chronicle() {
        return chronicle;
    }

    ClientRequests clients() {
        return clients;
    }

    MemberRoster presence() {
        return presence;
    }

    void start() {
        confirmWatches();
    }

    /** Hears control frames from now on. */
    void add(QuorumContender contender) {
        contenders.add(contender);
    }

    void remove(QuorumContender contender) {
        contenders.remove(contender);
    }

    // --- out -------------------------------------------------------------------------------------------------------

    void reignBegan(String election, long epoch, QuorumContender leader) {
        Instant from = Instant.ofEpochMilli(member.clock().wallMillis());
        Optional<String> url = leader.url().isEmpty() ? Optional.empty() : Optional.of(leader.url());
        spread(new GroupTenure(
                election, epoch, leader.instanceId(), member.self(), from, url, Optional.empty(), Optional.empty()));
    }

    void reignEnded(String election, long epoch, EndReason reason) {
        chronicle
                .reign(election, epoch)
                .map(reign -> reign.ended(Instant.ofEpochMilli(member.clock().wallMillis()), reason.code()))
                .ifPresent(this::spread);
    }

    private void spread(GroupTenure reign) {
        chronicle.note(reign);
        broadcast(note("reigns", "reigns", List.of(reign.toJson())));
    }

    void announce(Object backend, List<InstanceStatus> frames) {
        boolean isSaid = presence.isSaid(backend, frames);
        presence.announce(backend, frames);
        long now = member.clock().nanos();
        if (isSaid && now - toldAt < STILL_NANOS) {
            return;
        }
        toldAt = now;
        // In full now and then, for those who missed it.
        if (isSaid && ++stills % STILLS != 0) {
            broadcast(STILL);
        } else {
            member.transport().linked().forEach(this::tellPresence);
        }
    }

    private void tellPresence(String peer) {
        presence.ownNotes().forEach(note -> member.transport().tell(peer, note));
    }

    /** Hands a control frame to the candidates here and to every member. */
    void send(TransferRequest frame) {
        broadcast(note("claim", "frame", StatusJson.write(frame)));
        deliver(frame);
    }

    private void deliver(TransferRequest frame) {
        List.copyOf(contenders).forEach(contender -> {
            if (contender.election().equals(frame.election())) {
                contender.signals().transferRequested(frame);
            }
        });
    }

    /** Completes when every peer in reach has heard what was said before, or has taken too long. */
    CompletionStage<Boolean> heardByAll() {
        Set<String> silent = new HashSet<>(member.transport().linked());
        if (silent.isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        long number = ++lastBarrier;
        Barrier barrier = new Barrier(silent, new CompletableFuture<>());
        barriers.put(number, barrier);
        broadcast(note("heard?", "number", number));
        member.after(LONGEST_BARRIER, () -> {
            barriers.remove(number);
            barrier.passed().complete(false);
        });
        return barrier.passed();
    }

    private void passed(String peer, long number) {
        Barrier barrier = barriers.get(number);
        if (barrier != null && barrier.silent().remove(peer) && barrier.silent().isEmpty()) {
            barriers.remove(number);
            barrier.passed().complete(true);
        }
    }

    private record Barrier(Set<String> silent, CompletableFuture<Boolean> passed) {}

    private void broadcast(String note) {
        member.transport().linked().forEach(peer -> member.transport().tell(peer, note));
    }

    private static String note(String kind, String key, Object value) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("note", kind);
        object.put(key, value);
        return Json.write(object);
    }

    // --- in --------------------------------------------------------------------------------------------------------

    void linked(String peer) {
        if (newcomers.isEmpty()) {
            member.after(TELL_ADDRESSES, this::offerAddresses);
        }
        newcomers.add(peer);
        tellPresence(peer);
        for (String election : chronicle.elections()) {
            List<GroupTenure> reigns = chronicle.reigns(election);
            int from = Math.max(0, reigns.size() - REIGNS_AT_ONCE);
            member.transport()
                    .tell(
                            peer,
                            note(
                                    "reigns",
                                    "reigns",
                                    reigns.subList(from, reigns.size()).stream()
                                            .map(GroupTenure::toJson)
                                            .toList()));
        }
    }

    /**
     * To all that came of late: nobody is in a hurry to hear where others listen, and many may come at once. As a rule
     * all know the same from their settings, and a checksum says so.
     */
    private void offerAddresses() {
        String note = note("addresses?", "sum", addressSum());
        newcomers.forEach(peer -> member.transport().tell(peer, note));
        newcomers.clear();
    }

    private long addressSum() {
        CRC32 sum = new CRC32();
        sum.update(Json.write(member.transport().addresses()).getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    /** A peer knows other addresses: each tells the other what it knows. */
    private void compareAddresses(String peer, long sum) {
        if (sum != addressSum()) {
            member.transport()
                    .tell(peer, note("addresses", "of", member.transport().addresses()));
        }
    }

    void gone(String peer) {
        presence.gone(peer);
    }

    void heard(String peer, String line) {
        try {
            Map<String, @Nullable Object> object = Json.parseObject(line);
            JsonFields fields = new JsonFields("note", object);
            switch (fields.text("note")) {
                case "roster" ->
                    presence.heard(
                            peer,
                            list(object, "frames").stream()
                                    .map(frame -> StatusJson.readStatus(String.valueOf(frame)))
                                    .toList(),
                            fields.flag("first"),
                            member.clock().nanos());
                case "still" -> still(peer);
                case "roster?" -> tellPresence(peer);
                case "reigns" -> list(object, "reigns").forEach(reign -> chronicle.note(GroupTenure.read(map(reign))));
                case "heard?" -> member.transport().tell(peer, note("heard", "number", fields.number("number")));
                case "heard" -> passed(peer, fields.number("number"));
                case "claim" -> deliver(StatusJson.readClaim(fields.text("frame")));
                case "addresses?" -> compareAddresses(peer, fields.number("sum"));
                case "addresses" ->
                    map(object.get("of"))
                            .forEach((id, address) -> member.transport().learn(id, String.valueOf(address)));
                default -> LOG.debug("member {} sent a note of a kind that is not known here", peer);
            }
        } catch (JsonException | ClassCastException wrong) {
            LOG.debug("member {} sent a note that cannot be read", peer, wrong);
        }
    }

    private void still(String peer) {
        Instant wall = Instant.ofEpochMilli(member.clock().wallMillis());
        if (!presence.still(peer, member.clock().nanos(), wall)) {
            member.transport().tell(peer, "{\"note\":\"roster?\"}");
        }
    }

    static List<?> list(Map<String, @Nullable Object> object, String key) {
        if (object.get(key) instanceof List<?> list) {
            return list;
        }
        throw new JsonException("note: \"" + key + "\" has to be a list");
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> map(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new JsonException("note: an object is missing");
    }

    // --- what is known ---------------------------------------------------------------------------------------------

    /** The member that speaks for an instance; a member's own name is always one. */
    String memberOf(String instanceId) {
        String found = presence.memberOf("", instanceId, member.self());
        return found.isEmpty() && member.node().membership().contains(instanceId) ? instanceId : found;
    }

    /** Who leads, as far as this member knows now. */
    Optional<LeaderInfo> leader(String election) {
        LocalCandidates desk = member.desk(election);
        ElectionState seat = member.node().seat(election);
        if (desk.leader().isPresent()) {
            return chronicle.reign(election, desk.epoch()).map(GroupTenure::leader);
        }
        String leader = seat.leader(member.clock().nanos());
        if (leader.isEmpty() || leader.equals(member.self())) {
            return Optional.empty();
        }
        long term = seat.promise().term();
        return Optional.of(chronicle
                .reign(election, term)
                .map(GroupTenure::leader)
                .orElseGet(() -> new LeaderInfo(
                        election,
                        leader,
                        term,
                        Instant.ofEpochMilli(member.clock().wallMillis()),
                        Optional.empty())));
    }

    /** Whether this member hears enough of the others to know. */
    boolean reachesMajority() {
        long reached = member.transport().linked().stream()
                .filter(peer -> member.node().membership().contains(peer))
                .count();
        return 2 * (reached + 1) > member.node().membership().size();
    }

    /** Who leads, or an error when this member cannot know. */
    Optional<LeaderInfo> observe(String election) {
        Optional<LeaderInfo> leader = leader(election);
        if (leader.isEmpty() && !reachesMajority()) {
            throw new IllegalStateException("member " + member.self() + " hears no leader of " + election
                    + " and reaches only " + (member.transport().linked().size() + 1) + " of "
                    + member.node().membership().size() + " members");
        }
        return leader;
    }

    List<String> elections() {
        TreeSet<String> names = new TreeSet<>(chronicle.elections());
        names.addAll(member.node().elections());
        presence.list(member.clock().nanos(), frame -> true).forEach(frame -> names.add(frame.election()));
        names.remove(MemberNode.GROUP);
        return List.copyOf(names);
    }

    private void confirmWatches() {
        for (String election : chronicle.watched()) {
            boolean leads = member.node().seat(election).role() == MemberRole.ACTIVE;
            chronicle.confirm(election, leader(election), leads || reachesMajority());
        }
        member.after(confirmEvery(), this::confirmWatches);
    }

    Duration confirmEvery() {
        return member.settings().heartbeatEvery();
    }
}
