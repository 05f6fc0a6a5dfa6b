package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.ControllerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The options of {@code baton node}. */
class NodeCommandTest {
    @TempDir
    Path directory;

    private List<String> words(String... options) {
        List<String> words = new ArrayList<>(List.of("--id", "a", "--data-dir", directory.toString()));
        words.addAll(List.of(options));
        return words;
    }

    private ControllerSettings settings(String... options) throws IOException {
        CommandLine parser = new CommandLine(CommandSyntax.parse("baton node", NodeCommand.HELP));
        CommandContext context = new CommandContext(System.out, System.err, Map.of(), false);
        CommandLine.ParseResult given = parser.parseArgs(words(options).toArray(String[]::new));
        return NodeCommand.settings(new Invocation(given, List.of(), context)).controller();
    }

    private String refused(String... options) {
        List<String> words = words(options);
        words.add(0, "node");
        Cli refused = Cli.run(words.toArray(String[]::new));
        assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.USAGE);
        return refused.err();
    }

    @Test // NODE-5
    void jobsAreKeptForThirtyDaysForTheGivenDaysOrForEver() throws IOException {
        assertThat(settings().retention()).contains(Duration.ofDays(30));
        assertThat(settings("--keep-days", "7").retention()).contains(Duration.ofDays(7));
        assertThat(settings("--keep-days", "36500").retention()).contains(Duration.ofDays(36_500));
        assertThat(settings("--keep-days", "0").retention()).isEmpty();
    }

    @Test // NODE-5
    void daysThatCannotBeKeptAreRefused() {
        assertThat(refused("--keep-days", "-1")).contains("--keep-days must be 0 to 36500, but is -1");
        assertThat(refused("--keep-days", "36501")).contains("--keep-days must be 0 to 36500, but is 36501");
        assertThat(refused("--keep-days", "1.5")).contains("--keep-days 1.5 is not a whole number");
        assertThat(refused("--keep-days", "")).contains("--keep-days");
    }

    @Test // NODE-5
    void tokenForReadsNeedsATokenForWritesToo() throws IOException {
        String token =
                Files.writeString(directory.resolve("token"), "very-s3cret\n").toString();
        assertThat(refused("--read-token-file", token)).contains("--read-token-file needs --token-file FILE too");
        assertThat(settings("--read-token-file", token, "--token-file", token).readTokenFile())
                .contains(Path.of(token));
    }

    @Test // NODE-10
    void addressOfAllInterfacesNeedsAnAdvertisedUrl() throws IOException {
        String token =
                Files.writeString(directory.resolve("token"), "very-s3cret\n").toString();
        for (String listen : List.of("0.0.0.0:8081", "[::]:8081")) {
            assertThat(refused("--listen", listen, "--token-file", token))
                    .contains("--listen " + listen + " is no address that others can reach: add --advertise URL");
            assertThat(settings("--listen", listen, "--token-file", token, "--advertise", "http://10.0.0.1:8081")
                            .url())
                    .isEqualTo("http://10.0.0.1:8081");
        }
        assertThat(refused("--listen", "0.0.0.0:8081", "--token-file", token, "--advertise", "http://0.0.0.0:8081"))
                .contains("--advertise http://0.0.0.0:8081");
        assertThat(settings("--listen", "10.0.0.1:8081", "--token-file", token).url())
                .isEqualTo("http://10.0.0.1:8081");
    }
}
