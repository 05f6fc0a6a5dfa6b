package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Messages between processes. A delay above a second would mean that polling found the change. */
class WakeupTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private TestContender contender(String id) {
        return store.realTimeContender(id);
    }

    private static void soon(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofSeconds(1))
                .until(condition);
    }

    private LiveProcess live(TestContender contender) throws IOException {
        String name = contender.backend().peers().self().name();
        return LiveProcess.readAll(store.layout).stream()
                .filter(live -> live.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test // LEASE-5, FILE-8
    void releaseWakesStandbyInOtherProcess() {
        TestContender leader = contender("leader");
        TestContender standby = contender("standby");
        Claim claim = leader.win();
        standby.expectHeld();
        awaitLinks(standby, leader);
        int before = standby.signals().tryNowCount.get();
        leader.release(claim);
        soon(() -> standby.signals().tryNowCount.get() > before);
        standby.win();
    }

    @Test // FILE-6
    void crashWakesStandbyInOtherProcess() {
        TestContender leader = contender("leader");
        TestContender standby = contender("standby");
        leader.win();
        standby.expectHeld();
        awaitLinks(standby, leader);
        leader.crash();
        soon(() -> standby.signals().tryNowCount.get() > 0);
        standby.win();
    }

    @Test // FILE-6
    void crashOfLaterProcessWakesStandby() {
        TestContender standby = contender("standby");
        standby.release(standby.win());
        TestContender leader = contender("leader");
        leader.win();
        awaitLinks(standby, leader);
        standby.expectHeld();
        int before = standby.signals().tryNowCount.get();
        leader.crash();
        soon(() -> standby.signals().tryNowCount.get() > before);
    }

    private static void awaitLinks(TestContender from, TestContender to) {
        String name = to.backend().peers().self().name();
        soon(() -> from.backend().peers().isConnectedTo(name));
    }

    @Test // FILE-6
    void takeoverNotifiesFormerLeader() {
        TestContender sleeper = store.contender(store.process(), "sleeper");
        Claim claim = sleeper.win();
        TestContender standby = store.contender(store.process(), "standby");
        standby.expectHeld();
        awaitLinks(sleeper, standby);
        store.clock.advance(Duration.ofMillis(10_001));
        standby.win();
        soon(() -> sleeper.signals().lostEpochs.equals(List.of(claim.epoch())));
    }

    @Test // FILE-6
    void restoresDeletedFilesOfLiveProcess() throws IOException {
        TestContender leader = contender("leader");
        leader.win();
        LiveProcess before = live(leader);
        Files.delete(store.layout.liveness(before.name()));
        Files.delete(before.socketPath().orElseThrow());
        Awaitility.await()
                .atMost(Duration.ofSeconds(7))
                .until(() -> Files.exists(store.layout.liveness(before.name()))
                        && Files.exists(before.socketPath().orElseThrow()));
        TestContender standby = contender("standby");
        standby.expectHeld();
        awaitLinks(standby, leader);
        leader.crash();
        soon(() -> standby.signals().tryNowCount.get() > 0);
    }

    @Test // QUORUM-12
    @Timeout(60)
    void countsMalformedMessageAndClosesConnection() throws IOException {
        TestContender leader = contender("leader");
        leader.win();
        for (String garbage : List.of("not json\n", "{\"poke\":1}\n", "x".repeat(5_000))) {
            long before = leader.backend().peers().rejectedLines();
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(
                        UnixDomainSocketAddress.of(live(leader).socketPath().orElseThrow()));
                channel.write(ByteBuffer.wrap(garbage.getBytes(StandardCharsets.UTF_8)));
                soon(() -> leader.backend().peers().rejectedLines() > before);
                // Messages that were sent before come first.
                ByteBuffer rest = ByteBuffer.allocate(4096);
                while (channel.read(rest) >= 0) {
                    rest.clear();
                }
            } catch (IOException connectionReset) {
                assertThat(leader.backend().peers().rejectedLines()).isGreaterThan(before);
            }
        }
    }

    @Test // FILE-11
    void deliversTransferRequestOfApiOrScriptOnce() throws IOException {
        TestContender leader = contender("leader");
        TestContender standby = contender("standby");
        leader.win();
        standby.expectHeld();
        TransferRequest request = new TransferRequest(FileStoreFixture.ELECTION, "standby", "r1");
        TestContender.await(store.realTimeProcess().roster().send(request));
        soon(() -> leader.signals().transferRequests.equals(List.of(request))
                && standby.signals().transferRequests.equals(List.of(request)));
        TransferRequest dropped = new TransferRequest(FileStoreFixture.ELECTION, "standby", "r2");
        Files.writeString(store.layout.control().resolve("by-hand.json"), StatusJson.write(dropped));
        Awaitility.await()
                .atMost(Duration.ofSeconds(7))
                .until(() -> leader.signals().transferRequests.equals(List.of(request, dropped)));
    }

    @Test // FILE-11
    void removesExpiredRequest() throws IOException {
        Files.createDirectories(store.layout.control());
        Path old = store.layout.control().resolve("old.json");
        Files.writeString(old, StatusJson.write(new TransferRequest(FileStoreFixture.ELECTION, "x", "old")));
        Files.setLastModifiedTime(
                old, java.nio.file.attribute.FileTime.from(Instant.now().minusSeconds(16)));
        TestContender leader = contender("leader");
        leader.win();
        soon(() -> !Files.exists(old));
        assertThat(leader.signals().transferRequests).isEmpty();
    }

    private static InstanceStatus status(String id, int priority, Instant at) {
        return new InstanceStatus(FileStoreFixture.ELECTION, id, false, CandidateState.FOLLOWER, 0, priority, true, at);
    }

    @Test // FILE-11
    void rosterListsCurrentStatusesOfLiveProcesses() throws IOException {
        TestContender a = contender("a");
        TestContender b = contender("b");
        a.win();
        b.expectHeld();
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        TestContender.await(
                a.backend().roster().announce(List.of(status("a", 0, now), status("old", 0, now.minusSeconds(16)))));
        TestContender.await(b.backend()
                .roster()
                .announce(List.of(status("b", 0, now), status("b2", 9, now), status("future", 0, now.plusSeconds(7)))));
        Files.writeString(store.layout.roster().resolve("stranger.jsonl"), "garbage\n");
        assertThat(TestContender.await(a.backend().roster().list(FileStoreFixture.ELECTION)))
                .extracting(InstanceStatus::instanceId)
                .containsExactlyInAnyOrder("a", "b", "b2");
        assertThat(TestContender.await(a.backend().roster().prioritised()))
                .extracting(InstanceStatus::instanceId)
                .containsExactly("b2");
        b.crash();
        assertThat(TestContender.await(a.backend().roster().list(FileStoreFixture.ELECTION)))
                .extracting(InstanceStatus::instanceId)
                .containsExactly("a");
    }
}
