package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Serves the requests of clients. A request is {@code {"ask":OPERATION,"id":N,…}}, its response {@code
 * {"answer":N,"value":…}} or {@code {"answer":N,"error":TEXT}}. Used only by the member's thread.
 */
final class ClientRequests {
    private static final int MAX_WATCHES = 1_000;
    /** The maximum number of statuses in a response. */
    static final int MAX_STATUSES = 200;

    private final GroupMember member;
    private final Map<Long, List<Registration>> watches = new HashMap<>();

    ClientRequests(GroupMember member) {
        this.member = member;
    }

    void handle(long client, String line) {
        long id = 0;
        try {
            JsonFields fields = new JsonFields("request", Json.parseObject(line));
            long given = fields.number("id");
            id = given;
            perform(client, given, fields)
                    .whenComplete((value, failure) -> member.execute(() -> reply(client, given, value, failure)));
        } catch (JsonException | IllegalStateException | IllegalArgumentException failed) {
            reply(client, id, null, failed);
        }
    }

    private CompletionStage<? extends @Nullable Object> perform(long client, long id, JsonFields fields) {
        String operation = fields.text("ask");
        if (operation.equals("add") || operation.equals("remove")) {
            return member.changeMembers(operation.equals("add"), fields.text("member"))
                    .thenApply(members -> MemberList.of(member, members).toJson());
        }
        return CompletableFuture.completedFuture(value(operation, client, id, fields));
    }

    private @Nullable Object value(String operation, long client, long id, JsonFields fields) {
        return switch (operation) {
            case "elections" -> member.view.elections();
            case "observe" -> toJson(member.view.observe(fields.text("election")));
            case "roster" -> roster(fields.optionalText("election"));
            case "history" ->
                member.gossip.tenures.list(fields.text("election")).stream()
                        .map(GroupTenure::toJson)
                        .toList();
            case "watch" -> watch(client, id, fields.text("election"));
            case "claim" -> {
                member.gossip.send(StatusJson.readTransfer(fields.text("frame")));
                yield true;
            }
            case "members" -> MemberList.of(member, member.node.membership()).toJson();
            case "timing" ->
                new JsonObject()
                        .with("heartbeat_ms", member.timing.heartbeatEvery().toMillis())
                        .with("lease_ms", member.timing.lease().toMillis());
            default -> throw new JsonException("unknown request; the member may have an older version");
        };
    }

    private List<String> roster(Optional<String> election) {
        return member
                .gossip
                .roster
                .list(
                        member.self(),
                        member.clock.nanos(),
                        status -> status.election().equals(election.orElse(status.election())))
                .stream()
                .limit(MAX_STATUSES)
                .map(StatusJson::write)
                .toList();
    }

    private boolean watch(long client, long id, String election) {
        List<Registration> registrations = watches.computeIfAbsent(client, name -> new ArrayList<>());
        if (registrations.size() >= MAX_WATCHES) {
            throw new IllegalStateException("a client can have at most " + MAX_WATCHES + " watches");
        }
        LeaderWatcher watcher = new LeaderWatcher() {
            @Override
            public void leaderChanged(Optional<LeaderInfo> leader) {
                send(client, "watch", id, "leader", toJson(leader));
            }

            @Override
            public void confirmed() {
                send(client, "watch", id, "confirmed", true);
            }

            @Override
            public void failed(Throwable cause) {
                send(client, "watch", id, "failed", String.valueOf(cause.getMessage()));
            }
        };
        registrations.add(member.gossip.tenures.watch(election, watcher, member.view.leader(election)));
        return true;
    }

    private void reply(long client, long id, @Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            send(client, "answer", id, "value", value);
        } else {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            send(client, "answer", id, "error", String.valueOf(cause.getMessage()));
        }
    }

    private void send(long client, String kind, long id, String key, @Nullable Object value) {
        member.transport.reply(
                client, Json.write(new JsonObject().with(kind, id).with(key, value)));
    }

    private static @Nullable Object toJson(Optional<LeaderInfo> leader) {
        return leader.map(
                        present -> GroupTenure.of(present, present.instanceId()).toJson())
                .orElse(null);
    }

    void disconnected(long client) {
        List<Registration> registrations = watches.remove(client);
        if (registrations != null) {
            registrations.forEach(Registration::close);
        }
    }
}
