package dev.baton.quorum.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DialScheduleTest {
    private static final long NOW = 1_000_000_000_000L;

    @Test // QUORUM-5
    void connectsAllMembersOfSmallGroupAtOnce() {
        NavigableSet<String> ten = names(10);
        for (String self : ten) {
            for (String peer : ten.tailSet(self, false)) {
                assertThat(schedule(self, peer, ten).dialAt()).isEqualTo(NOW);
            }
        }
    }

    @Test // QUORUM-5
    void connectsMajorityOfLargeGroupFirstAndOthersOneByOne() {
        NavigableSet<String> fifty = names(50);
        Set<Long> turns = new TreeSet<>();
        for (String self : fifty) {
            for (String peer : fifty.tailSet(self, false)) {
                int rank = fifty.headSet(peer).size();
                long wait = schedule(self, peer, fifty).dialAt() - NOW;
                assertThat(wait == 0).isEqualTo(rank <= 25);
                turns.add(wait);
            }
        }
        assertThat(turns).hasSize(1 + 24);
    }

    @Test // QUORUM-5
    void secondMemberOfPairWaitsForFirst() {
        for (int size : new int[] {2, 10, 50}) {
            NavigableSet<String> all = names(size);
            String one = all.first();
            for (String other : all.tailSet(one, false)) {
                assertThat(schedule(other, one, all).dialAt())
                        .isGreaterThan(schedule(one, other, all).dialAt());
            }
        }
    }

    private static NavigableSet<String> names(int size) {
        NavigableSet<String> names = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            names.add(String.format("n%02d", i));
        }
        return names;
    }

    private static DialSchedule schedule(String self, String peer, Set<String> all) {
        Map<String, String> peers = new TreeMap<>();
        all.forEach(name -> peers.put(name, "127.0.0.1:1"));
        peers.remove(self);
        return DialSchedule.of(
                peer,
                new TcpSettings(
                        self, 1, "127.0.0.1:0", "", peers, Optional.empty(), TcpTestMember.KEY, Optional.empty()),
                NOW);
    }
}
