package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderInfo;
import dev.baton.quorum.step.Vote;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupTenureTest {

    @Test // QUORUM-2
    void writesAndReadsTheJsonOfVersion01() throws IOException {
        Instant from = Instant.parse("2026-01-02T03:04:05.678Z");
        GroupTenure running =
                GroupTenure.of(new LeaderInfo("job", "instance-1", 12, from, Optional.of("http://h:1")), "n1");
        GroupTenure withoutUrl = GroupTenure.of(
                new LeaderInfo("job", "instance-1", 12, Instant.parse("2026-01-02T03:04:05Z"), Optional.empty()), "n1");
        List<GroupTenure> tenures =
                List.of(running, withoutUrl, running.ended(Instant.parse("2026-01-02T03:05:05.678Z"), "resigned"));
        List<String> golden = Files.readAllLines(Path.of("src/test/resources/golden-0.1/tenures.json"));
        assertThat(tenures.stream().map(tenure -> Json.write(tenure.toJson()))).isEqualTo(golden);
        assertThat(golden.stream().map(line -> GroupTenure.fromJson(Json.parse(line))))
                .isEqualTo(tenures);
    }

    @Test // QUORUM-12
    void impossibleEpochIsRefused() {
        String tenure = "{\"election\":\"job\",\"epoch\":12,\"instance_id\":\"i\","
                + "\"member\":\"n1\",\"from\":\"2026-01-02T03:04:05Z\"}";
        assertThat(GroupTenure.fromJson(Json.parse(tenure)).leader().epoch()).isEqualTo(12);
        for (long epoch : new long[] {Vote.HIGHEST_TERM + 1, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> GroupTenure.fromJson(Json.parse(tenure.replace(":12,", ":" + epoch + ","))))
                    .isInstanceOf(JsonException.class)
                    .hasMessageContaining("above the highest term");
        }
    }
}
