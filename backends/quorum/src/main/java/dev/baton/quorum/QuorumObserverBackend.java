package dev.baton.quorum;

import dev.baton.InstanceStatus;
import dev.baton.Registration;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.StatusJson;
import dev.baton.spi.StoreCheck;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A client of a group. It reads the state of the group and sends requests, but never votes or leads. */
final class QuorumObserverBackend extends GroupReader implements MembershipAdmin {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final GroupClient client;

    QuorumObserverBackend(String location, QuorumTiming timing, GroupClient client) {
        super(location, timing);
        this.client = client;
    }

    @Override
    CompletionStage<@Nullable Object> request(String operation, Map<String, ? extends Object> arguments) {
        return client.request(operation, arguments);
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
        return failed("an observer has no claims");
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        return client.watch(election, watcher);
    }

    @Override
    public Duration watchStaleness() {
        return timing.lease().plus(timing.heartbeatEvery().multipliedBy(4));
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return statuses.isEmpty() ? done() : failed("an observer has no candidates");
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        return request("claim", Map.of("frame", StatusJson.write(request))).thenAccept(done -> {});
    }

    @Override
    public CompletionStage<MemberList> members() {
        return request("members", Map.of()).thenApply(MemberList::fromJson);
    }

    @Override
    public CompletionStage<MemberList> add(String id) {
        return request("add", Map.of("member", id)).thenApply(MemberList::fromJson);
    }

    @Override
    public CompletionStage<MemberList> remove(String id) {
        return request("remove", Map.of("member", id)).thenApply(MemberList::fromJson);
    }

    @Override
    public List<StoreCheck> selfTest() {
        try {
            MemberList group = GroupMember.await(members(), TIMEOUT);
            String member = "member " + group.asked();
            String votes = group.votes() ? " votes" : " does not vote: a majority does not know its disk yet";
            long reached =
                    group.members().stream().filter(MemberList.Entry::reached).count();
            return List.of(
                    new StoreCheck("key", true, member + " accepts the key"),
                    new StoreCheck("disk", group.votes(), member + votes),
                    GroupView.majority(reached, group.members().size(), group.asked()));
        } catch (IllegalStateException failed) {
            return List.of(new StoreCheck("members", false, String.valueOf(failed.getMessage())));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
