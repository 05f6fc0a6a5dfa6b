package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code swarm=off}: this process does nothing at all. */
class DisabledBackendTest {
    @TempDir
    Path directory;

    @Test // QUORUM-10
    void opensNoSocketStartsNoThreadCreatesNoFileAndSendsNothing() throws Exception {
        int free = freePort();
        try (ServerSocket peer = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "quorum://a@127.0.0.1:" + free + "?peers=b@127.0.0.1:" + peer.getLocalPort() + "&state="
                    + directory.resolve("state") + "&key-file=" + directory.resolve("no-such-key") + "&swarm=off";
            List<CandidateEvent> events = new CopyOnWriteArrayList<>();
            Set<String> threads = threads();
            long sockets = sockets();
            Baton baton = Baton.connect(url);
            Candidate candidate = baton.candidate("job");
            candidate.listen(event -> {
                events.add(event);
                return CompletableFuture.completedFuture(true);
            });
            candidate.start();
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(1))).isEmpty();
            assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
            assertThat(candidate.isLeader()).isFalse();
            assertThat(threads()).as("threads").isSubsetOf(threads);
            assertThat(sockets()).as("sockets").isEqualTo(sockets);
            assertThat(directory).as("files").isEmptyDirectory();
            peer.setSoTimeout(1);
            assertThatThrownBy(peer::accept).as("messages").hasMessageContaining("timed out");
            new ServerSocket(free, 1, InetAddress.getLoopbackAddress()).close();
            candidate.stop(Duration.ofSeconds(5));
            baton.close();
            assertThat(threads()).as("threads after the end").isSubsetOf(threads);
            assertThat(events).isEmpty();
        }
    }

    @Test // QUORUM-10
    void acceptsOnlyOnAndOff() {
        String url = "quorum://a@127.0.0.1:1?state=s&key-file=k&swarm=";
        assertThat(QuorumUrl.parse(url + "off").disabled()).isTrue();
        assertThat(QuorumUrl.parse(url + "on").disabled()).isFalse();
        assertThatThrownBy(() -> QuorumUrl.parse(url + "maybe")).hasMessageContaining("swarm must be on or off");
    }

    private static int freePort() throws IOException {
        try (ServerSocket own = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            return own.getLocalPort();
        }
    }

    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("baton")) {
                names.add(thread.getName() + " " + System.identityHashCode(thread));
            }
        }
        return names;
    }

    private static long sockets() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(DisabledBackendTest::isSocket).count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }
}
