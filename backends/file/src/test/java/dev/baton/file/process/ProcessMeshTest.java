package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMeshTest {
    private static final WakeupMessage RELEASED = new WakeupMessage(WakeupMessage.Kind.RELEASED, "nightly", 7, "");

    private final IdleMeshHandler handler = new IdleMeshHandler();

    @Test // API-7
    void connectsToNewProcessBeforeNextTick(@TempDir Path directory) throws IOException {
        Path socket = directory.resolve("peer");
        LiveProcess peer = new LiveProcess(LocalProcess.current().owner("peer"), Optional.of(socket));
        try (ProcessMesh ours = new ProcessMesh(handler, "us");
                ProcessMesh theirs = new ProcessMesh(new IdleMeshHandler(), peer.name())) {
            theirs.listen(socket);
            theirs.start();
            ours.start();
            Awaitility.await().until(() -> handler.ticks.get() == 1);
            assertThat(ours.isLinkedTo(peer.name())).isFalse();
            assertThat(handler.connections).hasValue(0);

            handler.others = List.of(peer);
            handler.newProcesses = true;
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ours.isLinkedTo(peer.name()));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> handler.connections.get() == 1);
        }
    }

    @Test // API-7: the heap was full for a moment
    void receivesMessagesAfterErrorsInATickAndInAMessage(@TempDir Path directory) throws IOException {
        Path socket = directory.resolve("peer");
        LiveProcess peer = new LiveProcess(LocalProcess.current().owner("peer"), Optional.of(socket));
        handler.others = List.of(peer);
        handler.errors.set(2);
        try (ProcessMesh ours = new ProcessMesh(handler, "us");
                ProcessMesh theirs = new ProcessMesh(new IdleMeshHandler(), peer.name())) {
            theirs.listen(socket);
            theirs.start();
            ours.start();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> handler.connections.get() == 1);

            handler.errors.set(1);
            theirs.broadcast(RELEASED);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !ours.isLinkedTo(peer.name()));
            ours.tickSoon();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> handler.connections.get() == 2);
            theirs.broadcast(RELEASED);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> handler.received.contains(WakeupMessage.Kind.RELEASED));
        }
    }

    @Test // API-7: a release between the connection and its acceptance is not missed
    void connectionJustAfterAMessageIsToldThatItMissedOne(@TempDir Path directory) throws IOException {
        Path socket = directory.resolve("peer");
        LiveProcess peer = new LiveProcess(LocalProcess.current().owner("peer"), Optional.of(socket));
        handler.others = List.of(peer);
        try (ProcessMesh ours = new ProcessMesh(handler, "us");
                ProcessMesh theirs = new ProcessMesh(new IdleMeshHandler(), peer.name())) {
            theirs.listen(socket);
            ours.start();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ours.isLinkedTo(peer.name()));
            theirs.broadcast(RELEASED);
            theirs.start();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> handler.received.contains(WakeupMessage.Kind.LAGGED));
            theirs.broadcast(RELEASED);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> handler.received.contains(WakeupMessage.Kind.RELEASED));
        }
    }

    @Test // API-7: a script sends one message and closes
    void messageOfASenderThatHasClosedIsReceivedJustAfterABroadcast(@TempDir Path directory) throws IOException {
        Path socket = directory.resolve("us");
        LiveProcess us = new LiveProcess(LocalProcess.current().owner("us"), Optional.of(socket));
        try (ProcessMesh ours = new ProcessMesh(handler, us.name())) {
            ours.listen(socket);
            ours.broadcast(RELEASED);
            WakeupMessage request = WakeupMessage.of(WakeupMessage.Kind.CONTROL);
            ProcessLink.connect(us, socket, request).channel().close();
            ours.start();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> handler.received.contains(WakeupMessage.Kind.CONTROL));
        }
    }

    @Test // API-7
    void messagesOfSeveralThreadsToASlowReaderAreWholeLines(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("peer");
        try (ProcessMesh mesh = new ProcessMesh(handler, "us");
                SocketChannel reader = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            mesh.listen(socket);
            mesh.start();
            mesh.broadcast(RELEASED);
            reader.connect(UnixDomainSocketAddress.of(socket));
            reader.write(ByteBuffer.wrap(new WakeupMessage(WakeupMessage.Kind.HELLO, "reader", 0, "").bytes()));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(Channels.newInputStream(reader), StandardCharsets.UTF_8));
            assertThat(WakeupMessage.read(lines.readLine()).kind()).isEqualTo(WakeupMessage.Kind.LAGGED);
            List<Thread> senders = Stream.generate(() -> NamedThreads.start("sender", () -> send(mesh)))
                    .limit(4)
                    .toList();
            for (Thread sender : senders) {
                sender.join();
            }
            WakeupMessage message = RELEASED;
            int whole = 0;
            // More was sent than socket and queue hold, so the last line says that messages were dropped.
            while (message.kind() != WakeupMessage.Kind.LAGGED) {
                message = WakeupMessage.read(lines.readLine());
                whole++;
            }
            assertThat(whole).isGreaterThan(1000);
        }
    }

    private static void send(ProcessMesh mesh) {
        for (int i = 0; i < 10_000; i++) {
            mesh.broadcast(RELEASED);
        }
    }
}
