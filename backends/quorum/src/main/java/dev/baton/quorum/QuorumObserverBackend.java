package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.JsonException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A client of a group. It reads the state of the group and sends requests, but never votes or leads. */
final class QuorumObserverBackend implements Backend, Roster, MembershipAdmin {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final String location;
    private final QuorumTiming timing;
    private final GroupClient client;

    QuorumObserverBackend(String location, QuorumTiming timing, GroupClient client) {
        this.location = location;
        this.timing = timing;
        this.client = client;
    }

    @Override
    public String describe() {
        return location;
    }

    @Override
    public BackendDefaults defaults() {
        return QuorumFailoverTimes.defaults(timing);
    }

    @Override
    public String newInstanceId() {
        return "observer";
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        throw new IllegalArgumentException("an observer cannot be a candidate: the URL " + location
                + " names no member; add the name of a member, and a directory for its votes (state=DIR)");
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return CompletableFuture.failedFuture(new IllegalStateException("an observer has no claims"));
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return client.request("observe", Map.of("election", election)).thenApply(QuorumObserverBackend::leader);
    }

    private static Optional<LeaderInfo> leader(@Nullable Object value) {
        return Optional.ofNullable(value).map(GroupTenure::fromJson).map(GroupTenure::leader);
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return client.request("elections", Map.of()).thenApply(value -> list(value, String::valueOf));
    }

    private static <T> List<T> list(@Nullable Object value, Function<Object, T> reader) {
        return value instanceof List<?> list ? list.stream().map(reader).toList() : List.of();
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        Runnable end = client.watch(new GroupClient.Watch() {
            @Override
            public void updated(Map<String, @Nullable Object> update) {
                if (update.containsKey("leader")) {
                    watcher.leaderChanged(leader(update.get("leader")));
                } else if (update.containsKey("confirmed")) {
                    watcher.confirmed();
                } else {
                    watcher.failed(new IllegalStateException(String.valueOf(update.get("failed"))));
                }
            }

            @Override
            public void failed(Throwable cause) {
                watcher.failed(cause);
            }

            @Override
            public Map<String, @Nullable Object> request() {
                return Map.of("ask", "watch", "election", election);
            }
        });
        return end::run;
    }

    @Override
    public Duration watchStaleness() {
        return timing.lease().plus(timing.heartbeatEvery().multipliedBy(4));
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return client.request("history", Map.of("election", election))
                .thenApply(value ->
                        list(value, tenure -> GroupTenure.fromJson(tenure).tenure()));
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return statuses.isEmpty()
                ? CompletableFuture.completedStage(true).thenAccept(done -> {})
                : CompletableFuture.failedFuture(new IllegalStateException("an observer has no candidates"));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return client.request("roster", Map.of("election", election)).thenApply(QuorumObserverBackend::statuses);
    }

    /** The response has a maximum size. If it is reached, each election is requested separately. */
    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return client.request("roster", Map.of())
                .thenApply(QuorumObserverBackend::statuses)
                .thenCompose(statuses -> statuses.size() >= ClientRequests.MAX_STATUSES
                        ? Roster.super.list(elections)
                        : CompletableFuture.completedFuture(statuses.stream()
                                .filter(status -> elections.contains(status.election()))
                                .toList()));
    }

    private static List<InstanceStatus> statuses(@Nullable Object value) {
        return list(value, String::valueOf).stream()
                .flatMap(QuorumObserverBackend::status)
                .toList();
    }

    /** A malformed status is left out. */
    private static Stream<InstanceStatus> status(String text) {
        try {
            return Stream.of(StatusJson.readStatus(text));
        } catch (JsonException malformed) {
            return Stream.empty();
        }
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return client.request("claim", Map.of("frame", StatusJson.write(request)))
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<MemberList> members() {
        return client.request("members", Map.of()).thenApply(MemberList::fromJson);
    }

    @Override
    public CompletionStage<MemberList> add(String id) {
        return client.request("add", Map.of("member", id)).thenApply(MemberList::fromJson);
    }

    @Override
    public CompletionStage<MemberList> remove(String id) {
        return client.request("remove", Map.of("member", id)).thenApply(MemberList::fromJson);
    }

    @Override
    public FailoverTimes failover(CandidateTiming candidate) {
        return QuorumFailoverTimes.failover(timing);
    }

    @Override
    public List<StoreCheck> selfTest() {
        try {
            MemberList group = GroupMember.await(members(), TIMEOUT);
            String member = "member " + group.asked();
            long reached =
                    group.members().stream().filter(MemberList.Entry::reached).count();
            return List.of(
                    new StoreCheck("key", true, member + " accepts the key"),
                    new StoreCheck(
                            "disk",
                            group.votes(),
                            member
                                    + (group.votes()
                                            ? " votes"
                                            : " does not vote: a majority does not know its disk yet")),
                    QuorumSelfTest.majority(reached, group.members().size(), group.asked()));
        } catch (IllegalStateException failed) {
            return List.of(new StoreCheck("members", false, String.valueOf(failed.getMessage())));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
