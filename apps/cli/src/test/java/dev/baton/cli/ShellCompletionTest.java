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

/** The completion scripts, in the shells that they are for. */
class ShellCompletionTest {
    @TempDir
    Path directory;

    @Test // PG-10
    void bashCompletesCommandsAndOptions() throws Exception {
        String complete = """
                source "$1"
                compopt() { :; }
                COMP_WORDS=(baton sta); COMP_CWORD=1; _complete_baton; echo "${COMPREPLY[@]}"
                COMP_WORDS=(baton watch --scr); COMP_CWORD=2; _complete_baton; echo "${COMPREPLY[@]}"
                COMP_WORDS=(baton jobs li); COMP_CWORD=2; _complete_baton; echo "${COMPREPLY[@]}"
                """;
        assertThat(run("bash", "-c", complete, "bash", script("bash"))).isEqualTo("status\n--screen\nlist\n");
    }

    @Test // PG-10
    void zshCompletesCommands() throws Exception {
        String complete = """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell "PS1=; source $1 2>/dev/null; echo rea''dy"
                zpty -r -m shell shown '*ready*'
                zpty -w -n shell $'baton transf\\t'
                zpty -r -m shell shown '*transfer*'
                print -r -- $shown
                zpty -d shell
                """;
        assertThat(run("zsh", "-f", "-c", complete, "zsh", script("zsh"))).contains("baton transfer");
    }

    @Test // PG-10
    void fishCompletesCommandsAndOptionsWithTheirMeaning() throws Exception {
        String complete = "source $argv[1]; complete -C 'baton sta'; complete -C 'baton watch --scr'";
        assertThat(run("fish", "--no-config", "-c", complete, script("fish")))
                .startsWith("status\tShows one line")
                .contains("\n--screen\tShow a table");
    }

    @Test // PG-10
    void fishCompletesActionsAndNoFilesInTheirPlace() throws Exception {
        Files.createFile(directory.resolve("licence"));
        String complete = "source $argv[1]; cd $HOME; complete -C 'baton jobs li'; complete -C 'baton quorum me'";
        assertThat(run("fish", "--no-config", "-c", complete, script("fish"))).isEqualTo("list\nmembers\n");
    }

    @Test // PG-10
    void refusesAnUnknownShell() {
        Cli refused = Cli.run("completion", "tcsh");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("tcsh", "bash, zsh or fish");
    }

    private String script(String shell) throws IOException {
        Cli printed = Cli.run("completion", shell);
        assertThat(printed.code()).isZero();
        return Files.writeString(directory.resolve("completion." + shell), printed.out())
                .toString();
    }

    private String run(String... words) throws IOException, InterruptedException {
        List<String> limited =
                Stream.concat(Stream.of("timeout", "60"), Stream.of(words)).toList();
        ProcessBuilder builder = new ProcessBuilder(limited).redirectErrorStream(true);
        builder.environment().put("HOME", directory.toString());
        Process shell = builder.start();
        shell.getOutputStream().close();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(output).isZero();
        return output;
    }
}
