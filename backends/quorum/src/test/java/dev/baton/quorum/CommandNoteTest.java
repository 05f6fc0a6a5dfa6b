package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.disk.TenureCommand;
import dev.baton.support.json.JsonException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandNoteTest {
    private static final String COMMAND = "1 abc-def 4026531836 712 90210";
    private static final TenureCommand RECORDED = new TenureCommand("nightly", 7, 2, "a", "replica-1", COMMAND);

    private static void assertReadAsWritten(CommandNote note) {
        assertThat(CommandNote.in("a", note.text())).contains(note);
    }

    @Test // QUORUM-8, RUN-2
    void isReadAsWritten() {
        assertReadAsWritten(new CommandNote.Keep(RECORDED));
        assertReadAsWritten(new CommandNote.Kept("nightly", 7, COMMAND));
        assertReadAsWritten(new CommandNote.Ended("nightly", 7, COMMAND));
        assertReadAsWritten(new CommandNote.Query("nightly", 8));
        assertReadAsWritten(new CommandNote.Known("nightly", 8, Optional.empty()));
        assertReadAsWritten(new CommandNote.Known("nightly", 8, Optional.of(RECORDED)));
    }

    @Test // QUORUM-12
    void recordBelongsToTheAuthenticatedSender() {
        String forged = new CommandNote.Keep(RECORDED).text().replace("\"epoch\"", "\"member\":\"a\",\"epoch\"");
        assertThat(CommandNote.in("b", forged))
                .contains(new CommandNote.Keep(new TenureCommand("nightly", 7, 2, "b", "replica-1", COMMAND)));
    }

    @Test // QUORUM-8
    void otherNotesAreNotAboutCommands() {
        assertThat(CommandNote.in("a", "{\"note\":\"still\"}")).isEmpty();
        assertThat(CommandNote.in("a", "{\"note\":\"claim\",\"frame\":\"x\"}")).isEmpty();
        assertThat(CommandNote.in("a", "not JSON")).isEmpty();
        String later = new CommandNote.Query("nightly", 8).text().replace("command?", "command_of_tomorrow");
        assertThat(CommandNote.in("a", later)).isEmpty();
    }

    @ParameterizedTest // QUORUM-12
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"epoch\":8 | \"epoch\":0",
                "\"epoch\":8 | \"epoch\":-3",
                "\"epoch\":8 | \"epoch\":9223372036854775808",
                "\"epoch\":8 | \"epoch\":9223372036854775807",
                "\"epoch\":8 | \"epoch\":4611686018427387904",
                "\"epoch\":8 | \"epoch\":\"8\"",
                "\"epoch\":8 | \"age\":8",
                "\"command_epoch\":7 | \"command_epoch\":8",
                "\"command_epoch\":7 | \"command_epoch\":0",
                "\"number\":2 | \"number\":0",
                "nightly | ../../etc/passwd",
                "nightly | .members",
                "replica-1 | a b",
                "\"member\":\"a\" | \"member\":\"\"",
                "1 abc-def | 1 ../../proc",
                "1 abc-def | 2 abc-def",
                "712 | -1",
                "712 | 0",
            })
    void valueThatNoMemberSendsIsRefused(String value, String other) {
        String note = new CommandNote.Known("nightly", 8, Optional.of(RECORDED)).text();
        String changed = note.replace(value, other);
        assertThat(changed).isNotEqualTo(note);
        assertThatThrownBy(() -> CommandNote.in("a", changed)).isInstanceOf(JsonException.class);
    }

    @Test // QUORUM-12
    void longTextIsRefused() {
        String note = new CommandNote.Keep(RECORDED).text();
        assertThatThrownBy(() -> CommandNote.in("a", note.replace("replica-1", "x".repeat(129))))
                .isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> CommandNote.in("a", note.replace("abc-def", "a".repeat(65))))
                .isInstanceOf(JsonException.class);
    }
}
