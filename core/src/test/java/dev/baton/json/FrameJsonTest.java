package dev.baton.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.machine.State;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.StatusFrame;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameJsonTest {
    private static final StatusFrame STATUS = new StatusFrame(
            "nightly", "a-1", true, State.LEADER, 42, -3, false, Instant.parse("2026-11-15T10:00:00.250Z"));
    private static final ClaimFrame CLAIM = new ClaimFrame("nightly", "b-2", "request-7");
    private static final int CASES = 100_000;

    @Test // FILE-11
    void aStatusFrameIsOneLineWithTheFieldsOfTheContract() {
        assertThat(FrameJson.write(STATUS))
                .isEqualTo("{\"type\":\"leadership_status\",\"election\":\"nightly\",\"instance_id\":\"a-1\","
                        + "\"is_leader\":true,\"state\":\"leader\",\"epoch\":42,\"priority\":-3,\"healthy\":false,"
                        + "\"timestamp\":\"2026-11-15T10:00:00.250Z\"}");
    }

    @Test // FILE-11
    void framesSurviveARoundTrip() {
        for (State state : State.values()) {
            StatusFrame frame = new StatusFrame("e", "i", false, state, 0, 0, true, STATUS.timestamp());
            assertThat(FrameJson.readStatus(FrameJson.write(frame))).isEqualTo(frame);
        }
        assertThat(FrameJson.readStatus(FrameJson.write(STATUS))).isEqualTo(STATUS);
        assertThat(FrameJson.readClaim(FrameJson.write(CLAIM))).isEqualTo(CLAIM);
    }

    @Test // FILE-11, LEASE-11
    void aNoteIsWrittenOnlyWhenThereIsOne() {
        StatusFrame noted =
                new StatusFrame("e", "i", false, State.FOLLOWER, 0, 0, true, STATUS.timestamp(), "w=2 \"x\"");
        assertThat(FrameJson.write(noted)).endsWith(",\"note\":\"w=2 \\\"x\\\"\"}");
        assertThat(FrameJson.readStatus(FrameJson.write(noted))).isEqualTo(noted);
        assertThat(FrameJson.write(STATUS)).doesNotContain("note");
    }

    @Test // FILE-11
    void fieldsThatWereAddedLaterMayBeMissingAndUnknownOnesAreSkipped() {
        StatusFrame frame = FrameJson.readStatus("{\"type\":\"leadership_status\",\"election\":\"e\","
                + "\"instance_id\":\"i\",\"is_leader\":false,\"state\":\"follower\","
                + "\"timestamp\":\"2026-11-15T10:00:00Z\",\"new\":[1]}");
        assertThat(frame.epoch()).isZero();
        assertThat(frame.priority()).isZero();
        assertThat(frame.healthy()).isTrue();
    }

    @Test // FILE-11
    void aPriorityThatIsTooLargeIsTakenForTheLargest() {
        String line = FrameJson.write(STATUS).replace("-3", "99999999999");
        assertThat(FrameJson.readStatus(line).priority()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test // FILE-12, QUORUM-12
    void aFrameOfAnotherKindOrWithAnUnknownStateOrTimeIsRefused() {
        assertThatThrownBy(() -> FrameJson.readClaim(FrameJson.write(STATUS)))
                .hasMessage("expected a frame of type claim_leadership, but it is leadership_status");
        assertThatThrownBy(() -> FrameJson.readStatus(FrameJson.write(STATUS).replace(":\"leader\"", ":\"king\"")))
                .hasMessage("leadership_status: unknown state \"king\"");
        assertThatThrownBy(() -> FrameJson.readStatus(FrameJson.write(STATUS).replace("a-1", "\\u001b[2J")))
                .hasMessage("a frame whose instance_id is not a name");
        assertThatThrownBy(() -> FrameJson.readStatus(FrameJson.write(STATUS).replace("2026-11", "2026-13")))
                .isInstanceOf(JsonException.class);
    }

    @Test // QUORUM-12
    void aMutilatedFrameIsReadOrRefusedAndNothingElse() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        List<String> frames = List.of(FrameJson.write(STATUS), FrameJson.write(CLAIM));
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            String line = mutilated(frames.get(random.nextInt(frames.size())), random);
            refused += isRefused(line, FrameJson::readStatus) ? 1 : 0;
            refused += isRefused(line, FrameJson::readClaim) ? 1 : 0;
        }
        assertThat(refused).isBetween(CASES, 2 * CASES - 1);
    }

    private interface Reader {
        Object read(String line);
    }

    private static boolean isRefused(String line, Reader reader) {
        try {
            return reader.read(line) == null;
        } catch (JsonException refused) {
            return true;
        } catch (RuntimeException | StackOverflowError wrong) {
            throw new AssertionError("neither read nor refused: " + line, wrong);
        }
    }

    private static String mutilated(String line, Random random) {
        StringBuilder text = new StringBuilder(line);
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(6)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, "{}[],:\"\\-+.eE0123456789truefalsn".charAt(random.nextInt(31)));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x10000));
                case 3 -> text.setLength(at);
                case 4 -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
                default -> text.replace(at, Math.min(text.length(), at + random.nextInt(12)), "1e999");
            }
        }
        return text.toString();
    }
}
