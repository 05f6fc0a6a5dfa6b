package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.JsonException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A backend that is no member of the group: it only reads the state of the group, by requests. */
abstract class GroupReader implements Backend, Roster {
    final String location;
    final QuorumTiming timing;

    GroupReader(String location, QuorumTiming timing) {
        this.location = location;
        this.timing = timing;
    }

    /** Sends a request and returns the value of its response; null if there is none. */
    abstract CompletionStage<@Nullable Object> request(String operation, Map<String, ? extends Object> arguments);

    @Override
    public String describe() {
        return location;
    }

    @Override
    public BackendDefaults defaults() {
        return QuorumFailoverTimes.defaults(timing);
    }

    @Override
    public FailoverTimes failover(CandidateTiming candidate) {
        return QuorumFailoverTimes.failover(timing);
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return request("observe", Map.of("election", election)).thenApply(GroupTenure::leaderFromJson);
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return request("elections", Map.of()).thenApply(value -> list(value, String::valueOf));
    }

    private static <T> List<T> list(@Nullable Object value, Function<Object, T> reader) {
        return value instanceof List<?> list ? list.stream().map(reader).toList() : List.of();
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return request("history", Map.of("election", election))
                .thenApply(value ->
                        list(value, tenure -> GroupTenure.fromJson(tenure).tenure()));
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return request("roster", Map.of("election", election)).thenApply(GroupReader::statuses);
    }

    /** The response has a maximum size. If it is reached, each election is requested separately. */
    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return request("roster", Map.of())
                .thenApply(GroupReader::statuses)
                .thenCompose(statuses -> statuses.size() >= ClientRequests.MAX_STATUSES
                        ? Roster.super.list(elections)
                        : CompletableFuture.completedFuture(statuses.stream()
                                .filter(status -> elections.contains(status.election()))
                                .toList()));
    }

    private static List<InstanceStatus> statuses(@Nullable Object value) {
        return list(value, String::valueOf).stream()
                .flatMap(GroupReader::status)
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

    static CompletionStage<Void> done() {
        return CompletableFuture.completedStage(true).thenAccept(done -> {});
    }

    static <T> CompletionStage<T> failed(String reason) {
        return CompletableFuture.failedFuture(new IllegalStateException(reason));
    }
}
