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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A group, seen by somebody who has the key but is no member: it asks, and never votes or leads. */
final class QuorumObserverBackend implements Backend, Roster, MembershipAdmin {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String place;
    private final QuorumTiming settings;
    private final GroupClient questions;

    QuorumObserverBackend(String place, QuorumTiming settings, GroupClient questions) {
        this.place = place;
        this.settings = settings;
        this.questions = questions;
    }

    @Override
    public String describe() {
        return place;
    }

    @Override
    public BackendDefaults defaults() {
        return QuorumFailoverTimes.defaults(settings);
    }

    @Override
    public String newInstanceId() {
        return "observer";
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        throw new IllegalArgumentException("this URL names no member, so it can only look on: to take part, give it"
                + " a member's name, and a folder for its votes (state=DIR)");
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return CompletableFuture.failedFuture(new IllegalStateException("no member, no claims"));
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return questions.ask("observe", Map.of("election", election)).thenApply(QuorumObserverBackend::leader);
    }

    private static Optional<LeaderInfo> leader(@Nullable Object value) {
        return value == null
                ? Optional.empty()
                : Optional.of(GroupTenure.read(Gossip.map(value)).leader());
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return questions.ask("elections", Map.of()).thenApply(QuorumObserverBackend::texts);
    }

    private static List<String> texts(@Nullable Object value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> texts.add(String.valueOf(each)));
        }
        return texts;
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        Runnable end = questions.watch(new GroupClient.Watch() {
            @Override
            public void pushed(Map<String, @Nullable Object> news) {
                if (news.containsKey("leader")) {
                    watcher.leaderChanged(leader(news.get("leader")));
                } else if (news.containsKey("confirmed")) {
                    watcher.confirmed();
                } else {
                    watcher.failed(new IllegalStateException(String.valueOf(news.get("failed"))));
                }
            }

            @Override
            public void broken(Throwable cause) {
                watcher.failed(cause);
            }

            @Override
            public Map<String, @Nullable Object> question() {
                return Map.of("ask", "watch", "election", election);
            }
        });
        return end::run;
    }

    @Override
    public Duration watchStaleness() {
        return settings.lease().plus(settings.heartbeatEvery().multipliedBy(4));
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        return questions.ask("history", Map.of("election", election)).thenApply(value -> {
            List<Tenure> reigns = new ArrayList<>();
            if (value instanceof List<?> list) {
                list.forEach(
                        each -> reigns.add(GroupTenure.read(Gossip.map(each)).record()));
            }
            return reigns;
        });
    }

    @Override
    public Roster roster() {
        return this;
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
        return frames.isEmpty()
                ? CompletableFuture.completedStage(true).thenAccept(done -> {})
                : CompletableFuture.failedFuture(new IllegalStateException("no member, no candidates"));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return questions.ask("roster", Map.of("election", election)).thenApply(QuorumObserverBackend::frames);
    }

    /** A member tells no more than so many frames at once; of a larger group each election is asked about alone. */
    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return questions
                .ask("roster", Map.of())
                .thenApply(QuorumObserverBackend::frames)
                .thenCompose(frames -> frames.size() >= ClientRequests.MOST_FRAMES
                        ? Roster.super.list(elections)
                        : CompletableFuture.completedFuture(frames.stream()
                                .filter(frame -> elections.contains(frame.election()))
                                .toList()));
    }

    private static List<InstanceStatus> frames(@Nullable Object value) {
        List<InstanceStatus> frames = new ArrayList<>();
        for (String text : texts(value)) {
            try {
                frames.add(StatusJson.readStatus(text));
            } catch (JsonException wrong) {
                // Left out: the others are still worth seeing.
            }
        }
        return frames;
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Void> send(TransferRequest frame) {
        return questions.ask("claim", Map.of("frame", StatusJson.write(frame))).thenAccept(done -> {});
    }

    @Override
    public CompletionStage<MemberList> members() {
        return questions.ask("members", Map.of()).thenApply(value -> MemberList.read(Gossip.map(value)));
    }

    @Override
    public CompletionStage<MemberList> add(String id) {
        return questions.ask("add", Map.of("member", id)).thenApply(value -> MemberList.read(Gossip.map(value)));
    }

    @Override
    public CompletionStage<MemberList> remove(String id) {
        return questions.ask("remove", Map.of("member", id)).thenApply(value -> MemberList.read(Gossip.map(value)));
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return QuorumFailoverTimes.failover(settings);
    }

    @Override
    public List<StoreCheck> selfTest() {
        try {
            MemberList group = GroupMember.await(members(), PATIENCE);
            long reached =
                    group.members().stream().filter(MemberList.Entry::reached).count();
            int size = group.members().size();
            return List.of(
                    new StoreCheck("key", true, "member " + group.asked() + " accepts the key"),
                    new StoreCheck(
                            "disk",
                            group.votes(),
                            "member " + group.asked()
                                    + (group.votes()
                                            ? " votes"
                                            : " does not vote: a majority of the others has not noted its disk")),
                    new StoreCheck(
                            "majority",
                            2 * reached > size,
                            "member " + group.asked() + " reaches " + reached + " of " + size
                                    + " members, itself included"));
        } catch (IllegalStateException failed) {
            return List.of(new StoreCheck("members", false, String.valueOf(failed.getMessage())));
        }
    }

    @Override
    public void close() {
        questions.close();
    }
}
