package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Voter;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Answers those who have the key but are no members. Lives on the thread of the member. */
final class ClientRequests {
    private static final int MOST_WATCHES = 1_000;
    static final int MOST_FRAMES = 200;

    private final GroupMember member;
    private final Map<Long, List<Registration>> watches = new HashMap<>();

    ClientRequests(GroupMember member) {
        this.member = member;
    }

    void asked(long client, String line) {
        long number = 0;
        try {
            JsonFields fields = new JsonFields("question", Json.parseObject(line));
            long asked = fields.number("id");
            number = asked;
            answer(client, asked, fields)
                    .whenComplete((value, failure) -> member.post(() -> reply(client, asked, value, failure)));
        } catch (JsonException | IllegalStateException | IllegalArgumentException wrong) {
            reply(client, number, null, wrong);
        }
    }

    private CompletionStage<? extends @Nullable Object> answer(long client, long number, JsonFields fields) {
        Gossip gossip = member.gossip();
        return switch (fields.text("ask")) {
            case "elections" -> CompletableFuture.completedFuture(gossip.elections());
            case "observe" -> CompletableFuture.completedFuture(leader(gossip.observe(fields.text("election"))));
            case "roster" ->
                CompletableFuture.completedFuture(gossip
                        .presence()
                        .list(
                                member.clock().nanos(),
                                frame -> frame.election()
                                        .equals(fields.optionalText("election").orElse(frame.election())))
                        .stream()
                        .limit(MOST_FRAMES)
                        .map(StatusJson::write)
                        .toList());
            case "history" ->
                CompletableFuture.completedFuture(gossip.chronicle().reigns(fields.text("election")).stream()
                        .map(GroupTenure::toJson)
                        .toList());
            case "watch" -> CompletableFuture.completedFuture(watch(client, number, fields.text("election")));
            case "claim" -> {
                gossip.send(StatusJson.readClaim(fields.text("frame")));
                yield CompletableFuture.completedFuture(true);
            }
            case "members" ->
                CompletableFuture.completedFuture(members(member.node().membership()));
            case "add" -> member.changes().add(fields.text("member")).thenApply(this::members);
            case "remove" -> member.changes().remove(fields.text("member")).thenApply(this::members);
            case "timing" -> CompletableFuture.completedFuture(timing());
            default -> throw new JsonException("a question that is not known here");
        };
    }

    private Map<String, @Nullable Object> timing() {
        Map<String, @Nullable Object> timing = new LinkedHashMap<>();
        timing.put("heartbeat_ms", member.settings().heartbeatEvery().toMillis());
        timing.put("lease_ms", member.settings().lease().toMillis());
        timing.put("trust", member.settings().trust().name());
        return timing;
    }

    Map<String, @Nullable Object> members(Membership membership) {
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        Map<String, String> addresses = member.transport().addresses();
        for (Voter each : membership.members()) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("id", each.id());
            object.put("address", addresses.getOrDefault(each.id(), ""));
            object.put(
                    "reached",
                    each.id().equals(member.self())
                            || member.transport().linked().contains(each.id()));
            list.add(object);
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("asked", member.self());
        all.put("votes", member.node().isEnrolled());
        all.put("term", membership.id().term());
        all.put("version", (long) membership.id().version());
        all.put("members", list);
        return all;
    }

    private boolean watch(long client, long number, String election) {
        List<Registration> some = watches.computeIfAbsent(client, name -> new ArrayList<>());
        if (some.size() >= MOST_WATCHES) {
            throw new IllegalStateException("too many watches of one client");
        }
        some.add(member.gossip()
                .chronicle()
                .watch(
                        election,
                        new LeaderWatcher() {
                            @Override
                            public void leaderChanged(Optional<LeaderInfo> leader) {
                                push(client, number, "leader", leader(leader));
                            }

                            @Override
                            public void confirmed() {
                                push(client, number, "confirmed", true);
                            }

                            @Override
                            public void failed(Throwable cause) {
                                push(client, number, "failed", String.valueOf(cause.getMessage()));
                            }
                        },
                        member.gossip().leader(election)));
        return true;
    }

    private void push(long client, long number, String key, @Nullable Object value) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("watch", number);
        object.put(key, value);
        member.transport().answer(client, Json.write(object));
    }

    private void reply(long client, long number, @Nullable Object value, @Nullable Throwable failure) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("answer", number);
        if (failure == null) {
            object.put("value", value);
        } else {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            object.put("error", String.valueOf(cause.getMessage()));
        }
        member.transport().answer(client, Json.write(object));
    }

    private static @Nullable Object leader(Optional<LeaderInfo> leader) {
        if (leader.isEmpty()) {
            return null;
        }
        LeaderInfo record = leader.get();
        return new GroupTenure(
                        record.election(),
                        record.epoch(),
                        record.instanceId(),
                        record.instanceId(),
                        record.since(),
                        record.url(),
                        Optional.empty(),
                        Optional.empty())
                .toJson();
    }

    void left(long client) {
        List<Registration> some = watches.remove(client);
        if (some != null) {
            some.forEach(Registration::close);
        }
    }
}
