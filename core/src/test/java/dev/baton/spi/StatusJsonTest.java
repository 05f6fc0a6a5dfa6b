package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import dev.baton.support.json.JsonException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatusJsonTest {
    private static final InstanceStatus STATUS = new InstanceStatus(
            "nightly", "a-1", true, CandidateState.LEADER, 42, -3, false, Instant.parse("2026-11-15T10:00:00.250Z"));
    private static final TransferRequest TRANSFER = new TransferRequest("nightly", "b-2", "request-7");
    private static final int CASES = 100_000;

    @Test // FILE-11
    void statusIsOneLineWithTheFieldsOfTheContract() {
        assertThat(StatusJson.write(STATUS))
                .isEqualTo("{\"type\":\"leadership_status\",\"election\":\"nightly\",\"instance_id\":\"a-1\","
                        + "\"is_leader\":true,\"state\":\"leader\",\"epoch\":42,\"priority\":-3,\"healthy\":false,"
                        + "\"timestamp\":\"2026-11-15T10:00:00.250Z\"}");
    }

    @Test // FILE-11
    void messagesSurviveRoundTrip() {
        for (CandidateState state : CandidateState.values()) {
            InstanceStatus status = new InstanceStatus("e", "i", false, state, 0, 0, true, STATUS.timestamp());
            assertThat(StatusJson.readStatus(StatusJson.write(status))).isEqualTo(status);
        }
        assertThat(StatusJson.readStatus(StatusJson.write(STATUS))).isEqualTo(STATUS);
        assertThat(StatusJson.readTransfer(StatusJson.write(TRANSFER))).isEqualTo(TRANSFER);
    }

    @Test // API-8
    void answerToATransferRequestHasTheFieldsOfTheContract() {
        TransferResult refused = new TransferResult("nightly", "r1", TransferDecision.REFUSED, "b is unhealthy");
        assertThat(StatusJson.write(refused))
                .isEqualTo("{\"type\":\"transfer_result\",\"election\":\"nightly\",\"request_id\":\"r1\","
                        + "\"outcome\":\"refused\",\"reason\":\"b is unhealthy\"}");
        assertThat(StatusJson.readResult(StatusJson.write(refused))).isEqualTo(refused);
        TransferResult accepted = new TransferResult("nightly", "r2", TransferDecision.ACCEPTED, "");
        assertThat(StatusJson.readResult(StatusJson.write(accepted))).isEqualTo(accepted);
        TransferResult blocked = new TransferResult("nightly", "r3", TransferDecision.BLOCKED, "b cannot lead next");
        assertThat(StatusJson.readResult(StatusJson.write(blocked))).isEqualTo(blocked);
        assertThat(StatusJson.readResult(StatusJson.write(blocked).replace("blocked", "postponed"))
                        .decision())
                .as("of a later version")
                .isEqualTo(TransferDecision.REFUSED);
    }

    @Test // FILE-11, LEASE-11
    void noteIsWrittenOnlyIfPresent() {
        InstanceStatus noted = new InstanceStatus(
                "e", "i", false, CandidateState.FOLLOWER, 0, 0, true, STATUS.timestamp(), "w=2 \"x\"");
        assertThat(StatusJson.write(noted)).endsWith(",\"note\":\"w=2 \\\"x\\\"\"}");
        assertThat(StatusJson.readStatus(StatusJson.write(noted))).isEqualTo(noted);
        assertThat(StatusJson.write(STATUS)).doesNotContain("note");
    }

    @Test // FILE-11
    void missingNewFieldsHaveDefaultsAndUnknownFieldsAreSkipped() {
        InstanceStatus status = StatusJson.readStatus("{\"type\":\"leadership_status\",\"election\":\"e\","
                + "\"instance_id\":\"i\",\"is_leader\":false,\"state\":\"follower\","
                + "\"timestamp\":\"2026-11-15T10:00:00Z\",\"new\":[1]}");
        assertThat(status.epoch()).isZero();
        assertThat(status.priority()).isZero();
        assertThat(status.healthy()).isTrue();
    }

    @Test // FILE-11
    void tooLargePriorityBecomesTheMaximum() {
        String line = StatusJson.write(STATUS).replace("-3", "99999999999");
        assertThat(StatusJson.readStatus(line).priority()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test // FILE-12, QUORUM-12
    void refusesOtherTypeUnknownStateBadNameAndBadTime() {
        assertThatThrownBy(() -> StatusJson.readTransfer(StatusJson.write(STATUS)))
                .hasMessage("expected a message of type claim_leadership, but it is leadership_status");
        assertThatThrownBy(() -> StatusJson.readStatus(StatusJson.write(STATUS).replace(":\"leader\"", ":\"king\"")))
                .hasMessage("leadership_status: unknown state \"king\"");
        assertThatThrownBy(() -> StatusJson.readStatus(StatusJson.write(STATUS).replace("a-1", "\\u001b[2J")))
                .hasMessage("instance_id is not a valid name");
        assertThatThrownBy(() -> StatusJson.readStatus(StatusJson.write(STATUS).replace("2026-11", "2026-13")))
                .isInstanceOf(JsonException.class);
    }

    @Test // QUORUM-12
    void damagedMessageIsReadOrRefused() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        List<String> messages = List.of(StatusJson.write(STATUS), StatusJson.write(TRANSFER));
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            String line = damaged(messages.get(random.nextInt(messages.size())), random);
            refused += isRefused(line, StatusJson::readStatus) ? 1 : 0;
            refused += isRefused(line, StatusJson::readTransfer) ? 1 : 0;
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

    private static String damaged(String line, Random random) {
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
