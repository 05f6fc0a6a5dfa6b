package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryCommandTest {
    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");

    @Test // PG-10
    void showsHowLongTenuresLastedAndTheGapsBetweenThem() {
        List<Tenure> tenures = List.of(
                tenure(1, "a", 0, Optional.of(6546), Optional.of("transferred")),
                tenure(2, "b", 6556, Optional.empty(), Optional.empty()),
                tenure(3, "a", 90_000, Optional.of(100_000), Optional.of("session_closed")),
                tenure(4, "b", 102_500, Optional.empty(), Optional.empty()));
        Optional<LeaderInfo> leader =
                Optional.of(new LeaderInfo("job", "b", 4, START.plusMillis(102_500), Optional.empty()));
        CommandContext plain = new CommandContext(System.out, System.err, Map.of(), false);
        assertThat(HistoryCommand.table(tenures, leader, plain, START.plusMillis(162_500))
                        .toString())
                .isEqualTo("""
                EPOCH  INSTANCE  FROM                      TO                        LASTED  GAP   REASON
                1      a         2026-11-18T12:00:00.000Z  2026-11-18T12:00:06.546Z  6.546s  -     transferred
                2      b         2026-11-18T12:00:06.556Z  -                         -       10ms  -
                3      a         2026-11-18T12:01:30.000Z  2026-11-18T12:01:40.000Z  10s     -     session_closed
                4      b         2026-11-18T12:01:42.500Z  -                         1m      2.5s  leads
                """);
    }

    private static Tenure tenure(long epoch, String id, long from, Optional<Integer> to, Optional<String> reason) {
        return new Tenure(epoch, id, START.plusMillis(from), to.map(START::plusMillis), reason);
    }
}
