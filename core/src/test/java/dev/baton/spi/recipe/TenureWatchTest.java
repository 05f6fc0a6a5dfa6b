package dev.baton.spi.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import dev.baton.spi.LeaderWatcher;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TenureWatchTest {
    private final Deque<Runnable> thread = new ArrayDeque<>();
    private final List<String> reported = new ArrayList<>();
    private Optional<LeaderInfo> leader = Optional.empty();
    private final TenureWatch watch = new TenureWatch(
            "nightly", new Recorder(), new TenureWatch.Store(new Source(), () -> true, thread::add, 0), closed -> {});

    @Test // API-7
    void pollThatFoundNoThreadIsMadeWithTheNextConfirmation() {
        watch.pollLater();
        thread.remove().run();
        assertThat(reported).containsExactly("none");
        leader = Optional.of(new LeaderInfo("nightly", "a", 1, Instant.EPOCH, Optional.empty()));
        watch.pollLater();
        thread.clear();
        watch.confirm();
        assertThat(reported).containsExactly("none", "a");
        watch.confirm();
        assertThat(reported).containsExactly("none", "a", "confirmed");
    }

    private final class Source implements TenureSource {
        @Override
        public Optional<LeaderInfo> leader(String election) {
            return leader;
        }

        @Override
        public List<TenureEntry> tenures(String election, long afterEpoch) {
            return List.of();
        }
    }

    private final class Recorder implements LeaderWatcher {
        @Override
        public void leaderChanged(Optional<LeaderInfo> now) {
            reported.add(now.map(LeaderInfo::instanceId).orElse("none"));
        }

        @Override
        public void confirmed() {
            reported.add("confirmed");
        }

        @Override
        public void failed(Throwable cause) {
            reported.add("failed");
        }
    }
}
