package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPageTest {
    @TempDir
    Path directory;

    @Test // PG-10
    void everyCommandHasAPageThatGroffFormatsWithoutWarnings() throws Exception {
        assertThat(Cli.run("man", "--dir", directory.toString()).code()).isZero();
        try (Stream<Path> pages = Files.list(directory)) {
            assertThat(pages.toList())
                    .hasSize(Subcommands.names().size() + 1)
                    .allSatisfy(page -> assertThat(groff("-Tutf8", "-ww", "-z", page.toString()))
                            .isEmpty());
        }
    }

    @Test // PG-10
    void pageHasTheOptionsAndExitCodesOfTheHelp() throws Exception {
        Cli page = Cli.run("man", "status");
        Path file = Files.writeString(directory.resolve("status.1"), page.out());
        assertThat(groff("-Tascii", "-c", "-P-bou", file.toString()))
                .contains("baton status [OPTIONS] [ELECTION]", "-o, --output FORMAT", "EXIT STATUS", "has no leader");
        assertThat(Cli.run("man").out()).contains("baton\\-transfer");
    }

    @Test // PG-10
    void unknownCommandIsRefusedWithASuggestion() {
        Cli refused = Cli.run("man", "statsu");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("no command statsu", "status");
    }

    private static String groff(String... options) throws IOException, InterruptedException {
        List<String> words =
                Stream.concat(Stream.of("groff", "-man"), Stream.of(options)).toList();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
