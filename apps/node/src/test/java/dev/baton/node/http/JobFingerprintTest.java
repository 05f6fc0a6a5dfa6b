package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.job.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Fingerprints computed by release 0.1, which are stored in databases. */
class JobFingerprintTest {

    private static void assertFingerprint(JobSpec spec, String canonicalText, String fingerprint) {
        assertThat(JobSpecJson.canonicalText(spec)).isEqualTo(canonicalText);
        assertThat(JobSpecJson.fingerprint(spec)).isEqualTo(fingerprint);
    }

    @Test // NODE-5
    void minimalJobHasTheFingerprintOfRelease01() {
        assertFingerprint(
                new JobSpec("plain", Optional.empty(), List.of(), Duration.ofHours(1), Optional.empty(), 0),
                "JobOrder[name=plain, payload=Optional.empty, command=[], timeout=PT1H, maxAttempts=Optional.empty,"
                        + " priority=0]",
                "lLxs18x4XHKKXNyUPdS27c9K4pdOBvZEeypQ0lNaHd4=");
    }

    @Test // NODE-5
    void jobWithPayloadHasTheFingerprintOfRelease01() {
        String payload = "{\"n\":[1,2.5,\"x\"],\"text\":\"a, b=c]\"}";
        assertFingerprint(
                new JobSpec("payload", Optional.of(payload), List.of(), Duration.ofHours(1), Optional.empty(), 0),
                "JobOrder[name=payload, payload=Optional[" + payload + "], command=[], timeout=PT1H,"
                        + " maxAttempts=Optional.empty, priority=0]",
                "HZ0JBQwERK09MhwYNZ7XoTvdrcj1Xjs7lQ8GOOXrudI=");
    }

    @Test // NODE-5
    void jobWithCommandHasTheFingerprintOfRelease01() {
        assertFingerprint(
                new JobSpec(
                        "command",
                        Optional.empty(),
                        List.of("sh", "-c", "echo hi, there"),
                        Duration.ofMillis(1500),
                        Optional.empty(),
                        0),
                "JobOrder[name=command, payload=Optional.empty, command=[sh, -c, echo hi, there], timeout=PT1.5S,"
                        + " maxAttempts=Optional.empty, priority=0]",
                "rHS2ChCwrBfq+p1M3VcX2ExfR+9W/uTw5qu8U3yqHwg=");
    }

    @Test // NODE-5
    void jobWithAttemptsHasTheFingerprintOfRelease01() {
        assertFingerprint(
                new JobSpec("attempts", Optional.empty(), List.of(), Duration.ofSeconds(90), Optional.of(5), -3),
                "JobOrder[name=attempts, payload=Optional.empty, command=[], timeout=PT1M30S, maxAttempts=Optional[5],"
                        + " priority=-3]",
                "6PKnJNKPI+5oW640VIS26XQ1phRr0DFsTh7y061UKTM=");
    }

    @Test // NODE-5
    void jobWithAllFieldsHasTheFingerprintOfRelease01() {
        assertFingerprint(
                new JobSpec(
                        "all é中",
                        Optional.of("\"\""),
                        List.of("true"),
                        Duration.ofMillis(1),
                        Optional.of(1),
                        Integer.MAX_VALUE),
                "JobOrder[name=all é中, payload=Optional[\"\"], command=[true], timeout=PT0.001S,"
                        + " maxAttempts=Optional[1], priority=2147483647]",
                "2zmxfiRrKV8w9VdEsxIZIzV37btKejQ4ohLAINlc1OY=");
    }
}
