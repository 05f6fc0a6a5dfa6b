package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.file.process.LiveProcess;
import dev.baton.spi.Claim;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What travels between processes, and how fast. Anything above a second would be the poll. */
class WakeTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Player player(String id) {
        return site.player(site.process(BatonClock.system(), false), id);
    }

    private static void soon(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofSeconds(1))
                .until(condition);
    }

    private LiveProcess live(Player player) throws IOException {
        String name = player.backend().neighbourhood().us().name();
        return LiveProcess.all(site.layout).stream()
                .filter(live -> live.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test // LEASE-5, FILE-8
    void aReleaseWakesAStandbyInAnotherProcess() {
        Player leader = player("leader");
        Player standby = player("standby");
        Claim claim = leader.win();
        standby.mustWait();
        awaitLinks(standby, leader);
        int before = standby.signals().tries.get();
        leader.release(claim);
        soon(() -> standby.signals().tries.get() > before);
        standby.win();
    }

    @Test // FILE-6
    void aDeathWakesAStandbyInAnotherProcess() {
        Player leader = player("leader");
        Player standby = player("standby");
        leader.win();
        standby.mustWait();
        awaitLinks(standby, leader);
        leader.crash();
        soon(() -> standby.signals().tries.get() > 0);
        standby.win();
    }

    @Test // FILE-6
    void aStandbyIsToldOfALeaderThatCameAfterIt() {
        Player standby = player("standby");
        standby.release(standby.win());
        Player leader = player("leader");
        leader.win();
        awaitLinks(standby, leader);
        standby.mustWait();
        int before = standby.signals().tries.get();
        leader.crash();
        soon(() -> standby.signals().tries.get() > before);
    }

    private static void awaitLinks(Player from, Player to) {
        String name = to.backend().neighbourhood().us().name();
        soon(() -> from.backend().neighbourhood().hears(name));
    }

    @Test // FILE-6
    void aLeaderThatSleptThroughATakeoverIsToldThatItsClaimIsGone() {
        Player sleeper = site.player(site.process(), "sleeper");
        Claim claim = sleeper.win();
        Player standby = site.player(site.process(), "standby");
        standby.mustWait();
        awaitLinks(sleeper, standby);
        site.clock.pass(Duration.ofMillis(10_001));
        standby.win();
        soon(() -> sleeper.signals().gone.equals(List.of(claim.epoch())));
    }

    @Test // FILE-6
    void filesOfALiveProcessThatWereDeletedComeBack() throws IOException {
        Player leader = player("leader");
        leader.win();
        LiveProcess before = live(leader);
        Files.delete(site.layout.liveness(before.name()));
        Files.delete(before.address().orElseThrow());
        Awaitility.await()
                .atMost(Duration.ofSeconds(7))
                .until(() -> Files.exists(site.layout.liveness(before.name()))
                        && Files.exists(before.address().orElseThrow()));
        Player standby = player("standby");
        standby.mustWait();
        awaitLinks(standby, leader);
        leader.crash();
        soon(() -> standby.signals().tries.get() > 0);
    }

    @Test // QUORUM-12
    @Timeout(60)
    void whatIsNoPokeClosesTheConnectionAndIsCounted() throws IOException {
        Player leader = player("leader");
        leader.win();
        for (String garbage : List.of("not json\n", "{\"poke\":1}\n", "x".repeat(5_000))) {
            long before = leader.backend().neighbourhood().rejectedLines();
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(
                        UnixDomainSocketAddress.of(live(leader).address().orElseThrow()));
                channel.write(ByteBuffer.wrap(garbage.getBytes(StandardCharsets.UTF_8)));
                soon(() -> leader.backend().neighbourhood().rejectedLines() > before);
                // Whatever it had to tell comes first.
                ByteBuffer rest = ByteBuffer.allocate(4096);
                while (channel.read(rest) >= 0) {
                    rest.clear();
                }
            } catch (IOException resetIsAsGood) {
                assertThat(leader.backend().neighbourhood().rejectedLines()).isGreaterThan(before);
            }
        }
    }

    @Test // FILE-11
    void aRequestReachesEveryCandidateOnceAlsoWhenAScriptPutItDown() throws IOException {
        Player leader = player("leader");
        Player standby = player("standby");
        leader.win();
        standby.mustWait();
        TransferRequest frame = new TransferRequest(Site.ELECTION, "standby", "r1");
        Player.answer(site.process(BatonClock.system(), false).roster().send(frame));
        soon(() -> leader.signals().requests.equals(List.of(frame))
                && standby.signals().requests.equals(List.of(frame)));
        TransferRequest dropped = new TransferRequest(Site.ELECTION, "standby", "r2");
        Files.writeString(site.layout.control().resolve("by-hand.json"), StatusJson.write(dropped));
        Awaitility.await()
                .atMost(Duration.ofSeconds(7))
                .until(() -> leader.signals().requests.equals(List.of(frame, dropped)));
    }

    @Test // FILE-11
    void oldRequestsAreClearedAwayAndNotHandedOut() throws IOException {
        Files.createDirectories(site.layout.control());
        Path old = site.layout.control().resolve("old.json");
        Files.writeString(old, StatusJson.write(new TransferRequest(Site.ELECTION, "x", "old")));
        Files.setLastModifiedTime(
                old, java.nio.file.attribute.FileTime.from(Instant.now().minusSeconds(16)));
        Player leader = player("leader");
        leader.win();
        soon(() -> !Files.exists(old));
        assertThat(leader.signals().requests).isEmpty();
    }

    private static InstanceStatus frame(String id, int priority, Instant at) {
        return new InstanceStatus(Site.ELECTION, id, false, CandidateState.FOLLOWER, 0, priority, true, at);
    }

    @Test // FILE-11
    void theRosterListsWhoSpokeOfLateAndForgetsTheDead() throws IOException {
        Player a = player("a");
        Player b = player("b");
        a.win();
        b.mustWait();
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        Player.answer(
                a.backend().roster().announce(List.of(frame("a", 0, now), frame("old", 0, now.minusSeconds(16)))));
        Player.answer(b.backend()
                .roster()
                .announce(List.of(frame("b", 0, now), frame("b2", 9, now), frame("future", 0, now.plusSeconds(7)))));
        Files.writeString(site.layout.roster().resolve("stranger.jsonl"), "garbage\n");
        assertThat(Player.answer(a.backend().roster().list(Site.ELECTION)))
                .extracting(InstanceStatus::instanceId)
                .containsExactlyInAnyOrder("a", "b", "b2");
        assertThat(Player.answer(a.backend().roster().prioritised()))
                .extracting(InstanceStatus::instanceId)
                .containsExactly("b2");
        b.crash();
        assertThat(Player.answer(a.backend().roster().list(Site.ELECTION)))
                .extracting(InstanceStatus::instanceId)
                .containsExactly("a");
    }
}
