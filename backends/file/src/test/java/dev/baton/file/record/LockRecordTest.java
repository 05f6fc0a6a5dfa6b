package dev.baton.file.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockRecordTest {

    private static Optional<LockRecord> read(String text) {
        return LockRecord.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test // FILE-2
    void readsRecordWithThreeFields() {
        LockRecord record =
                read("{\"instance_id\":\"py\",\"pid\":42,\"claimed_at\":\"2026-01-02T03:04:05.123456+00:00\"}")
                        .orElseThrow();
        assertThat(record.owner().instanceId()).isEqualTo("py");
        assertThat(record.owner().pid()).isEqualTo(42);
        assertThat(record.owner().process()).isEmpty();
        assertThat(record.epoch()).isZero();
        assertThat(record.claimedAt()).isEqualTo(Instant.parse("2026-01-02T03:04:05.123456Z"));
    }

    @ParameterizedTest // FILE-3
    @ValueSource(
            strings = {
                "",
                " \n",
                "garbage",
                "{",
                "[]",
                "null",
                "{}",
                "{\"instance_id\":\"a\",\"pid\":1}",
                "{\"instance_id\":\"\",\"pid\":1,\"claimed_at\":\"2026-01-02T03:04:05Z\"}",
                "{\"instance_id\":\"a\",\"pid\":\"1\",\"claimed_at\":\"2026-01-02T03:04:05Z\"}",
                "{\"instance_id\":\"a\",\"pid\":1,\"claimed_at\":\"yesterday\"}",
                "{\"instance_id\":\"a\",\"pid\":1,\"claimed_at\":\"2026-01-02T03:04:05Z\"} trailing",
            })
    void ignoresContentThatIsNotARecord(String text) {
        assertThat(read(text)).isEmpty();
    }

    @Test // FILE-3
    void ignoresRandomBytes() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            assertThat(LockRecord.read(bytes)).isEmpty();
        }
    }

    @Test // FILE-2
    void ignoresProcessNameThatLeavesDirectory() {
        Optional<LockRecord> record = read("{\"instance_id\":\"a\",\"pid\":1,\"claimed_at\":\"2026-01-02T03:04:05Z\","
                + "\"process\":\"../../etc/passwd\"}");
        assertThat(record.orElseThrow().owner().process()).isEmpty();
    }

    @Test // FILE-2
    void keepsKeysOfOtherPrograms() {
        ClaimOwner owner = new ClaimOwner("a", 1, 2, "boot", 3, "1-2-abc");
        Instant at = Instant.parse("2026-01-02T03:04:05.006Z");
        LockRecord record = LockRecord.claim(owner, 7, "http://a", at, at, Map.of("note", "hello", "pid", 99L));
        assertThat(LockRecord.read(record.line()).orElseThrow().all())
                .containsEntry("note", "hello")
                .containsEntry("pid", 1L)
                .containsEntry("epoch", 7L)
                .containsEntry("claimed_at", "2026-01-02T03:04:05.006Z")
                .containsEntry("url", "http://a");
    }
}
