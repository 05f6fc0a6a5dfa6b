package dev.baton.quorum;

import dev.baton.EndReason;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.quorum.step.MemberRole;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges notes with the peers: the roster, tenures, transfer requests and addresses. Best effort; no election
 * depends on it. Used only by the member's thread.
 */
final class Gossip {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int MAX_TENURES_PER_NOTE = 50;
    private static final Duration ADDRESS_DELAY = Duration.ofMillis(300);
    private static final int FULL_ROSTER_EVERY = 12;
    private static final long UNCHANGED_INTERVAL_NANOS = Duration.ofSeconds(4).toNanos();
    /** Confirms the last roster without repeating it. */
    private static final String ROSTER_UNCHANGED = "{\"note\":\"still\"}";

    private static final String ROSTER_REQUEST = "{\"note\":\"roster?\"}";

    private final GroupMember member;
    final TenureLog tenures = new TenureLog();
    final MemberRoster roster;
    /** The candidates that receive transfer requests. */
    final List<QuorumContender> contenders = new ArrayList<>();

    private final Set<String> newPeers = new TreeSet<>();
    /** The peers that refused this member, with the last reason. */
    private final Map<String, String> refusals = new HashMap<>();

    private int unchangedCount;
    private long rosterSentAt = Long.MIN_VALUE / 2;

    Gossip(GroupMember member) {
        this.member = member;
        this.roster =
                new MemberRoster(id -> member.node.membership().contains(id) || member.introductions.isNewcomer());
    }

    // --- outgoing --------------------------------------------------------------------------------------------------

    void tenureBegan(String election, long epoch, QuorumContender leader) {
        Optional<String> url = Optional.of(leader.settings.url()).filter(text -> !text.isEmpty());
        publish(GroupTenure.of(
                new LeaderInfo(election, leader.settings.instanceId(), epoch, wallTime(), url), member.self()));
    }

    /** @param ago how long before now the tenure has ended */
    void tenureEnded(String election, long epoch, EndReason reason, Duration ago) {
        tenures.get(election, epoch)
                .map(tenure -> tenure.ended(wallTime().minus(ago), reason.code()))
                .ifPresent(this::publish);
    }

    private Instant wallTime() {
        return Instant.ofEpochMilli(member.clock.wallMillis());
    }

    private void publish(GroupTenure tenure) {
        tenures.add(tenure);
        broadcast(note("reigns", "reigns", List.of(tenure.toJson())));
    }

    void announce(Object backend, List<InstanceStatus> statuses) {
        boolean unchanged = roster.isUnchanged(backend, statuses);
        roster.announce(backend, statuses);
        long now = member.clock.nanos();
        if (unchanged && now - rosterSentAt < UNCHANGED_INTERVAL_NANOS) {
            return;
        }
        rosterSentAt = now;
        // From time to time in full, for peers that missed it.
        if (unchanged && ++unchangedCount % FULL_ROSTER_EVERY != 0) {
            broadcast(ROSTER_UNCHANGED);
        } else {
            member.transport.connectedPeers().forEach(this::sendRoster);
        }
    }

    private void sendRoster(String peer) {
        roster.ownNotes().forEach(note -> member.transport.sendNote(peer, note));
    }

    /** Sends a transfer request to all members and to the local candidates. */
    void send(TransferRequest request) {
        broadcast(note("claim", "frame", StatusJson.write(request)));
        deliver(request);
    }

    private void deliver(TransferRequest request) {
        List.copyOf(contenders).forEach(contender -> {
            if (contender.settings.election().equals(request.election())) {
                contender.settings.signals().transferRequested(request);
            }
        });
    }

    private void broadcast(String note) {
        member.transport.connectedPeers().forEach(peer -> member.transport.sendNote(peer, note));
    }

    private static String note(String kind, String key, Object value) {
        return Json.write(new JsonObject().with("note", kind).with(key, value));
    }

    // --- incoming --------------------------------------------------------------------------------------------------

    void peerConnected(String peer) {
        if (newPeers.isEmpty()) {
            member.schedule(ADDRESS_DELAY, this::offerAddresses);
        }
        newPeers.add(peer);
        sendRoster(peer);
        for (String election : tenures.elections()) {
            List<GroupTenure> known = tenures.list(election);
            int from = Math.max(0, known.size() - MAX_TENURES_PER_NOTE);
            List<?> latest = known.subList(from, known.size()).stream()
                    .map(GroupTenure::toJson)
                    .toList();
            member.transport.sendNote(peer, note("reigns", "reigns", latest));
        }
    }

    /**
     * Sends a checksum of the known addresses to the peers that connected recently. Usually all members have the same
     * addresses from their settings, so the addresses themselves are sent only if the checksums differ.
     */
    private void offerAddresses() {
        String note = note("addresses?", "sum", addressChecksum());
        newPeers.forEach(peer -> member.transport.sendNote(peer, note));
        newPeers.clear();
    }

    private long addressChecksum() {
        CRC32 checksum = new CRC32();
        checksum.update(Json.write(member.transport.addresses()).getBytes(StandardCharsets.UTF_8));
        return checksum.getValue();
    }

    void noteReceived(String peer, String note) {
        try {
            handle(peer, Json.parseObject(note));
        } catch (JsonException malformed) {
            LOG.debug("member={} ignored a malformed note of {}", member.self(), peer, malformed);
        }
    }

    private void handle(String peer, Map<String, @Nullable Object> object) {
        JsonFields fields = new JsonFields("note", object);
        switch (fields.text("note")) {
            case "roster" ->
                roster.received(
                        peer,
                        fields.list("frames").stream()
                                .map(status -> StatusJson.readStatus(String.valueOf(status)))
                                .toList(),
                        fields.flag("first"),
                        member.clock.nanos());
            case "still" -> {
                if (!roster.confirmed(peer, member.clock.nanos(), wallTime())) {
                    member.transport.sendNote(peer, ROSTER_REQUEST);
                }
            }
            case "generation" -> member.introductions.generationReceived(peer, fields.number("generation"));
            case "refused" -> refused(peer, fields.text("reason"));
            case "roster?" -> sendRoster(peer);
            case "reigns" -> fields.list("reigns").forEach(tenure -> tenures.add(GroupTenure.fromJson(tenure)));
            case StoredNames.NOTE -> member.storedNames.received(fields.list("names"));
            case "claim" -> deliver(StatusJson.readTransfer(fields.text("frame")));
            case "addresses?" -> {
                if (fields.number("sum") != addressChecksum()) {
                    member.transport.sendNote(peer, note("addresses", "of", member.transport.addresses()));
                }
            }
            case "addresses" -> {
                if (object.get("of") instanceof Map<?, ?> addresses) {
                    addresses.forEach(
                            (id, address) -> member.transport.addAddress(String.valueOf(id), String.valueOf(address)));
                }
            }
            default -> LOG.debug("member={} ignored a note of unknown kind from {}", member.self(), peer);
        }
    }

    /** Logs the refusal of this member once: it connects again many times a second. */
    private void refused(String peer, String reason) {
        if (!reason.equals(refusals.put(peer, reason))) {
            LOG.error("member={} is refused by member {}: {}", member.self(), peer, reason);
        }
    }

    /** Compares the published leaders with the current ones, now and at every heartbeat. */
    void confirmWatches() {
        for (String election : tenures.watched()) {
            boolean leads = member.node.state(election).role() == MemberRole.ACTIVE;
            tenures.confirm(election, member.view.leader(election), leads || member.view.reachesMajority());
        }
        member.introductions.newGeneration().ifPresent(this::broadcast);
        member.schedule(member.timing.heartbeatEvery(), this::confirmWatches);
    }
}
