package dev.baton.quorum.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemberHelloTest {
    private static final MemberHello HELLO = new MemberHello(
            Long.MIN_VALUE + 3,
            815,
            77,
            12,
            new AnnouncedTiming(Duration.ofMillis(500), Duration.ofSeconds(8)),
            0.005,
            "0123abcd",
            4,
            2,
            true,
            new ProcessIdentity("b00t", 4026531836L, 712, 90210),
            true);

    @Test // QUORUM-8
    void isReadAsWritten() {
        assertThat(MemberHello.in(HELLO.toNote())).contains(HELLO);
    }

    @Test // QUORUM-8
    void otherNotesAreNoHello() {
        assertThat(MemberHello.in("{\"note\":\"still\"}")).isEmpty();
        assertThat(MemberHello.in("not JSON")).isEmpty();
    }

    @Test // QUORUM-12
    void impossibleValuesAreRefused() {
        String note = HELLO.toNote();
        for (String lease : new String[] {"0", "-1", "9223372036854775807", "\"8s\""}) {
            assertThatThrownBy(() -> MemberHello.in(note.replace("\"lease_ns\":8000000000", "\"lease_ns\":" + lease)))
                    .as("lease %s", lease)
                    .isInstanceOf(MalformedMessageException.class);
        }
        assertThatThrownBy(() -> MemberHello.in(note.replace("\"pid\":712,", "")))
                .isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(() -> MemberHello.in(note.replace("0.005", "much")))
                .isInstanceOf(MalformedMessageException.class);
    }
}
