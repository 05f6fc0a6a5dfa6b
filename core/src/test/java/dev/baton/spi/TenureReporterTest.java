package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TenureReporterTest {
    private final List<String> reported = new ArrayList<>();
    private final TenureReporter reporter = new TenureReporter(new LeaderWatcher() {
        @Override
        public void leaderChanged(Optional<LeaderInfo> leader) {
            reported.add(leader.map(LeaderInfo::instanceId).orElse("none"));
        }

        @Override
        public void confirmed() {
            reported.add("confirmed");
        }

        @Override
        public void failed(Throwable cause) {
            reported.add("failed");
        }
    });

    @Test // API-7
    void firstPollReportsLeaderEvenIfThereIsNone() {
        assertThat(reporter.isFirst()).isTrue();
        assertThat(reporter.report(Optional.empty(), List.of())).isTrue();
        assertThat(reporter.isFirst()).isFalse();
        assertThat(reporter.report(Optional.empty(), List.of())).isFalse();
        assertThat(reported).containsExactly("none");
    }

    @Test // API-7
    void everyTenureIsReportedOnceAndInOrderIncludingEndedOnes() {
        reporter.startAfter(3);
        reporter.report(Optional.of(leader("c", 3)), List.of());
        assertThat(reporter.highestEpoch()).isEqualTo(3);
        reporter.report(
                Optional.of(leader("f", 6)),
                List.of(tenure("d", 4, true), tenure("e", 5, true), tenure("f", 6, false)));
        assertThat(reporter.report(Optional.of(leader("f", 6)), List.of())).isFalse();
        assertThat(reported).containsExactly("c", "d", "none", "e", "none", "f");
        assertThat(reporter.highestEpoch()).isEqualTo(6);
    }

    @Test // API-7
    void outdatedLeaderIsNotReportedAfterItsSuccessor() {
        reporter.report(Optional.of(leader("a", 1)), List.of());
        reporter.report(Optional.of(leader("a", 1)), List.of(tenure("b", 2, false)));
        assertThat(reporter.report(Optional.of(leader("a", 1)), List.of())).isFalse();
        assertThat(reported).containsExactly("a", "b");
    }

    @Test // API-7
    void leaderThatDisappearedIsReportedByNextPoll() {
        reporter.report(Optional.of(leader("a", 1)), List.of());
        assertThat(reporter.report(Optional.empty(), List.of())).isTrue();
        assertThat(reported).containsExactly("a", "none");
    }

    private static LeaderInfo leader(String id, long epoch) {
        return new LeaderInfo("nightly", id, epoch, Instant.EPOCH, Optional.empty());
    }

    private static TenureReporter.RecordedTenure tenure(String id, long epoch, boolean ended) {
        return new TenureReporter.RecordedTenure(leader(id, epoch), ended);
    }
}
