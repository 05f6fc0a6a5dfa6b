package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogFormatTest {
    private static final String EVENT =
            "health_check_failed error=\"a \\\"quoted\\\"\\nlevel=error line\" election=1:2 key1=1 key2=-2 instance=7";

    private static LogEntry entry(String message, Optional<Throwable> failure) {
        return new LogEntry(Instant.parse("2026-01-02T03:04:05.678Z"), Level.WARN, "dev.baton", message, failure);
    }

    private static LogEntry entry(String message) {
        return entry(message, Optional.empty());
    }

    @Test // PG-9
    void jsonHasTheFieldsOfEventsWithTheirValues() {
        assertThat(LogFormat.JSON.line(entry(EVENT)))
                .isEqualTo("{\"time\":\"2026-01-02T03:04:05.678Z\",\"level\":\"warn\",\"logger\":\"dev.baton\","
                        + "\"event\":\"health_check_failed\",\"error\":\"a \\\"quoted\\\"\\nlevel=error line\","
                        + "\"election\":\"1:2\",\"key1\":1,\"key2\":-2,\"instance\":\"7\"}");
    }

    @Test // PG-9
    void logfmtIsOneLineWithQuotedValues() {
        assertThat(LogFormat.LOGFMT.line(entry(EVENT)))
                .isEqualTo("time=2026-01-02T03:04:05.678Z level=warn logger=dev.baton event=health_check_failed"
                        + " error=\"a \\\"quoted\\\"\\nlevel=error line\" election=1:2 key1=1 key2=-2 instance=7");
    }

    @Test // PG-9
    void otherTextIsMessageWhateverItContains() {
        String text = "cannot \"use\" a=b\n{\"level\":\"error\"}\u001b[31m time=1";
        assertThat(Json.parseObject(LogFormat.JSON.line(entry(text)))).containsEntry("message", text);
        assertThat(LogFormat.LOGFMT.line(entry(text)))
                .doesNotContain("\n")
                .endsWith("message=\"cannot \\\"use\\\" a=b\\n{\\\"level\\\":\\\"error\\\"}\\u001b[31m time=1\"");
        assertThat(LogFormat.TEXT.line(entry(text)))
                .contains(" WARN cannot \"use\" a=b\n  {\"level\":\"error\"}\\u001b[31m time=1");
    }

    @Test // PG-9: an error of the server that names many elections
    void longValuesAreFieldsToo() {
        String error = "UPDATE \\\"x\\\"; ".repeat(20_000);
        String event = "error error=\"" + error + "\" election=a" + " x=1".repeat(20_000);
        assertThat(Json.parseObject(LogFormat.JSON.line(entry(event))))
                .containsEntry("event", "error")
                .containsEntry("error", error.replace("\\\"", "\""));
    }

    @Test // PG-9
    void fieldsOfAnEventDoNotReplaceThoseOfTheEntry() {
        assertThat(LogFormat.LOGFMT.line(entry("forged level=error time=never x=1")))
                .isEqualTo("time=2026-01-02T03:04:05.678Z level=warn logger=dev.baton event=forged x=1");
    }

    @Test // PG-9
    void exceptionIsPartOfTheEntry() {
        Throwable failure = new IllegalStateException("broken\nline");
        assertThat(LogFormat.JSON.line(entry("work failed", Optional.of(failure))))
                .contains("\"exception\":\"java.lang.IllegalStateException: broken\\nline\\n\\tat ")
                .doesNotContain("\n");
        assertThat(LogFormat.LOGFMT.line(entry("work failed", Optional.of(failure))))
                .contains("message=\"work failed\" exception=\"java.lang.IllegalStateException: broken\\nline\\n\\tat ")
                .doesNotContain("\n");
        assertThat(LogFormat.TEXT
                        .line(entry("work failed", Optional.of(failure)))
                        .lines())
                .allMatch(line -> line.startsWith("  ") || line.endsWith(" WARN work failed"));
    }

    @Test // PG-10
    void unknownFormatIsRefused() {
        assertThatThrownBy(() -> LogFormat.of("xml"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("logfmt");
        assertThat(Cli.run("status", "--log-format", "xml").code()).isEqualTo(2);
        assertThat(Cli.run("status", "--quiet", "-v").code()).isEqualTo(2);
    }
}
