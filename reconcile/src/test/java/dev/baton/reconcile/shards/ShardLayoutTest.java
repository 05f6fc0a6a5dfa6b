package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the stored names say about the number of shards. */
class ShardLayoutTest {

    @Test // LEASE-11
    void namesOfOtherJobsAndOfShardsAreIgnored() {
        ShardLayout none =
                layout("orders", "orders:0", "orders:63", "orders2:layout.1.8.done", "orders:layout.x.8.done");
        assertThat(none.isNone()).isTrue();
        assertThat(none.mostShards()).isZero();
    }

    @Test // LEASE-11
    void onlyTheLastCompletedChangeCounts() {
        ShardLayout settled = layout("orders:layout.1.64.done", "orders:layout.2.8", "orders:layout.2.8.done");
        assertThat(settled.refusal("orders", 8)).isEmpty();
        assertThat(settled.refusal("orders", 64))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("orders has 8 shards", "this instance has 64", "baton shards orders --resize 64"));
        assertThat(settled.latest()).isEqualTo(2);
    }

    @Test // LEASE-11
    void nobodyWorksWhileAChangeHasBegun() {
        ShardLayout changing = layout("orders:layout.1.64.done", "orders:layout.2.8");
        for (int count : new int[] {8, 64}) {
            assertThat(changing.refusal("orders", count))
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("changed from 64 to 8", "baton shards orders --resize 8"));
        }
        assertThat(changing.mostShards()).isEqualTo(64);
    }

    @Test // LEASE-11
    void nobodyWorksWithTwoNumbersThatWereStoredAtTheSameTime() {
        ShardLayout two = layout("orders:layout.1.64.done", "orders:layout.1.8.done");
        for (int count : new int[] {8, 64}) {
            assertThat(two.refusal("orders", count))
                    .hasValueSatisfying(why -> assertThat(why).contains("8 and 64", "--resize " + count));
        }
        assertThat(two.mostShards()).isEqualTo(64);
    }

    @Test // LEASE-11
    void beginningOfTheFirstNumberMeansNothing() {
        assertThat(layout("orders:layout.1.64").isNone()).isTrue();
        ShardLayout first = layout("orders:layout.1.8", "orders:layout.1.64", "orders:layout.1.64.done");
        assertThat(first.refusal("orders", 64)).isEmpty();
        assertThat(first.refusal("orders", 8)).isPresent();
    }

    private static ShardLayout layout(String... elections) {
        return ShardLayout.of("orders", List.of(elections));
    }
}
