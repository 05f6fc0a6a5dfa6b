package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test // PG-10
    void timesAreShorterButNotCutOnANarrowTerminal() {
        List<Tenure> tenures =
                List.of(tenure(1, "web-7d9f8b6c5d-x2x4z", 0, Optional.of(6546), Optional.of("transferred")));
        CommandContext narrow =
                new CommandContext(System.out, System.err, Map.of("COLUMNS", "80", "NO_COLOR", "1"), true);
        assertThat(HistoryCommand.table(tenures, Optional.empty(), narrow, START)
                        .toString())
                .isEqualTo("""
                EPOCH  INSTANCE       FROM             TO               LASTED  GAP  REASON
                1      web-7d…-x2x4z  11-18 12:00:00Z  11-18 12:00:06Z  6.546s  -    transferred
                """);
    }

    @ParameterizedTest // PG-10
    @ValueSource(ints = {20, 24, 30, 40, 60})
    void fitsNarrowTerminals(int width) {
        List<Tenure> tenures = List.of(
                tenure(1, "web-7d9f8b6c5d-x2x4z", 0, Optional.of(6546), Optional.of("transferred")),
                tenure(2, "web-7d9f8b6c5d-a2x4z", 6600, Optional.of(7000), Optional.of("session_closed")));
        Map<String, String> environment = Map.of("COLUMNS", Integer.toString(width), "NO_COLOR", "1");
        CommandContext narrow = new CommandContext(System.out, System.err, environment, true);
        assertThat(HistoryCommand.table(tenures, Optional.empty(), narrow, START)
                        .toString()
                        .lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    }

    private static Tenure tenure(long epoch, String id, long from, Optional<Integer> to, Optional<String> reason) {
        return new Tenure(epoch, id, START.plusMillis(from), to.map(START::plusMillis), reason);
    }
}
