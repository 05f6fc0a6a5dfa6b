package dev.baton.quorum.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two processes with one name. */
class PeerArrivalsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Map<String, Connection> open = new HashMap<>();
    private final List<Connection> rejected = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final PeerArrivals<Connection> arrivals = new PeerArrivals<>(new TestConnections());
    private final Connection first = new Connection("n2", 1);
    private final Connection second = new Connection("n2", 2);
    private long nanos;

    private final List<Long> introduced = new ArrayList<>();
    private Optional<String> objection = Optional.empty();

    private record Connection(String peer, long incarnation) {}

    private final class TestConnections implements PeerArrivals.Connections<Connection> {
        @Override
        public String peer(Connection connection) {
            return connection.peer();
        }

        @Override
        public long incarnation(Connection connection) {
            return connection.incarnation();
        }

        @Override
        public Optional<Connection> open(String peer) {
            return Optional.ofNullable(open.get(peer));
        }

        @Override
        public boolean prefers(Connection one, Connection other) {
            return true;
        }

        @Override
        public void send(Connection connection, String note) {
            sent.add(connection.incarnation() + note);
        }

        @Override
        public void use(Connection connection) {
            open.put(connection.peer(), connection);
        }

        @Override
        public void drop(Connection connection) {
            open.remove(connection.peer(), connection);
        }

        @Override
        public void reject(Connection connection, String reason) {
            rejected.add(connection);
        }

        @Override
        public MemberTransport.Handler handler() {
            return new MemberTransport.Handler() {
                @Override
                public void noteReceived(String peer, String note) {}

                @Override
                public void peerConnected(String peer) {}

                @Override
                public Optional<String> objection(String peer, long incarnation, MemberHello hello) {
                    return objection;
                }

                @Override
                public void peerIntroduced(String peer, long incarnation, MemberHello hello) {
                    introduced.add(incarnation);
                }
            };
        }

        @Override
        public long nanos() {
            return nanos;
        }
    }

    private void connectBoth() {
        arrivals.introduce(() -> "", PATIENCE);
        for (Connection connection : List.of(first, second)) {
            arrivals.add(connection);
            arrivals.handle(connection, Optional.empty());
        }
        assertThat(sent).containsExactly("1" + PresenceNotes.QUESTION);
    }

    @Test // QUORUM-8
    void secondProcessIsRefusedWhenFirstAnswers() {
        connectBoth();
        arrivals.handle(first, Optional.of(PresenceNotes.ANSWER));
        arrivals.run(2 * PATIENCE.toNanos());
        assertThat(rejected).containsExactly(second);
        assertThat(open).containsEntry("n2", first);
    }

    private static String introduction(Connection connection) {
        AnnouncedTiming timing = new AnnouncedTiming(Duration.ofMillis(500), Duration.ofSeconds(8));
        ProcessIdentity process = new ProcessIdentity("boot", 1, 1, 1);
        return new MemberHello(1, connection.incarnation(), 0, 0, timing, 0.005, "hash", 0, 0, false, process, true)
                .toNote();
    }

    @Test // QUORUM-8
    void introductionThatArrivesDuringTheChallengeCounts() {
        connectBoth();
        assertThat(arrivals.handle(second, Optional.of(introduction(second)))).isTrue();
        nanos = PATIENCE.toNanos();
        arrivals.run(nanos);
        assertThat(open).containsEntry("n2", second);
        assertThat(introduced).containsExactly(second.incarnation());
    }

    @Test // QUORUM-8
    void processIsRefusedByTheIntroductionThatArrivesDuringTheChallenge() {
        connectBoth();
        objection = Optional.of("its disk has gone back");
        arrivals.handle(second, Optional.of(introduction(second)));
        nanos = PATIENCE.toNanos();
        arrivals.run(nanos);
        assertThat(rejected).containsExactly(second);
        assertThat(open).containsEntry("n2", first);
    }

    @Test // QUORUM-8
    void secondProcessReplacesSilentFirstWhoseMessagesAreIgnoredThen() {
        connectBoth();
        assertThat(arrivals.handle(second, Optional.empty()))
                .as("it has to wait")
                .isTrue();
        nanos = PATIENCE.toNanos();
        arrivals.run(nanos);
        assertThat(open).containsEntry("n2", second);
        assertThat(arrivals.handle(second, Optional.empty())).as("ignored").isFalse();
        assertThat(arrivals.handle(first, Optional.empty())).as("ignored").isTrue();
    }
}
