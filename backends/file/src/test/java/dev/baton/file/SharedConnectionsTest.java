package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connections of one process to one directory have the threads of one. */
@Timeout(120)
class SharedConnectionsTest {
    private static final int MANY = 50;

    /** The loop, the sockets, the watch on the folders, the renewals, and eight for requests, which end when idle. */
    private static final int THREADS = 12;

    @Test // API-1
    void fiftyConnectionsToOneDirectoryHaveTheThreadsOfOne() throws Exception {
        List<Baton> connections = new ArrayList<>();
        try (FileStoreFixture store = new FileStoreFixture()) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            for (int i = 0; i < MANY; i++) {
                Baton baton = Baton.connect("file:" + store.directory);
                connections.add(baton);
                Candidate candidate = baton.candidate("election-" + i);
                candidate.start();
                assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
            }
            Set<Thread> added = new HashSet<>(Thread.getAllStackTraces().keySet());
            added.removeAll(before);
            assertThat(added.stream().map(Thread::getName).filter(name -> name.startsWith("baton-")))
                    .hasSizeLessThanOrEqualTo(THREADS);
            connections.forEach(Baton::close);
        }
    }
}
