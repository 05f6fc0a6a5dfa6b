package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a watcher hears of a store that is looked at now and then. */
class TenureReporterTest {
    private final List<String> heard = new ArrayList<>();
    private final TenureReporter teller = new TenureReporter(new LeaderWatcher() {
        @Override
        public void leaderChanged(Optional<LeaderInfo> leader) {
            heard.add(leader.map(LeaderInfo::instanceId).orElse("nobody"));
        }

        @Override
        public void confirmed() {
            heard.add("confirmed");
        }

        @Override
        public void failed(Throwable cause) {
            heard.add("failed");
        }
    });

    @Test // API-7
    void theFirstLookTellsWhoLeadsEvenWhenNobodyDoes() {
        assertThat(teller.isFirst()).isTrue();
        assertThat(teller.tell(Optional.empty(), List.of())).isTrue();
        assertThat(teller.isFirst()).isFalse();
        assertThat(teller.tell(Optional.empty(), List.of())).isFalse();
        assertThat(heard).containsExactly("nobody");
    }

    @Test // API-7
    void everyReignIsToldOnceAndInOrderAlsoThoseThatAreOver() {
        teller.startAfter(3);
        teller.tell(Optional.of(leader("c", 3)), List.of());
        assertThat(teller.highest()).isEqualTo(3);
        teller.tell(Optional.of(leader("f", 6)), List.of(told("d", 4, true), told("e", 5, true), told("f", 6, false)));
        assertThat(teller.tell(Optional.of(leader("f", 6)), List.of())).isFalse();
        assertThat(heard).containsExactly("c", "d", "nobody", "e", "nobody", "f");
        assertThat(teller.highest()).isEqualTo(6);
    }

    @Test // API-7
    void aLeaderThatWasReadBeforeItsSuccessorBeganIsNotToldAfterIt() {
        teller.tell(Optional.of(leader("a", 1)), List.of());
        teller.tell(Optional.of(leader("a", 1)), List.of(told("b", 2, false)));
        assertThat(teller.tell(Optional.of(leader("a", 1)), List.of())).isFalse();
        assertThat(heard).containsExactly("a", "b");
    }

    @Test // API-7
    void oneThatDiedWithoutAWordIsMissedByTheNextLook() {
        teller.tell(Optional.of(leader("a", 1)), List.of());
        assertThat(teller.tell(Optional.empty(), List.of())).isTrue();
        assertThat(heard).containsExactly("a", "nobody");
    }

    private static LeaderInfo leader(String id, long epoch) {
        return new LeaderInfo("nightly", id, epoch, Instant.EPOCH, Optional.empty());
    }

    private static TenureReporter.Told told(String id, long epoch, boolean over) {
        return new TenureReporter.Told(leader(id, epoch), over);
    }
}
