package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command lines in the manifests of the Kubernetes guide have options that exist. */
class ManifestCommandsTest {
    private static final Path GUIDE = Path.of("../../docs/guide/kubernetes.md");
    private static final Pattern COMMAND = Pattern.compile("command: \\[\"baton\",\\s+(.*?)]", Pattern.DOTALL);

    @Test // PG-10
    void everyCommandOfTheManifestsIsAccepted() throws IOException {
        List<String> names = new ArrayList<>();
        COMMAND.matcher(Files.readString(GUIDE)).results().forEach(found -> {
            // A long command goes over several lines.
            String list = found.group(1).replaceAll("\\s+", " ").replaceAll("^\"|\"$", "");
            List<String> words = List.of(list.split("\", \"", -1));
            String name = words.get(0);
            names.add(name);
            int end = words.contains("--") ? words.indexOf("--") : words.size();
            Subcommand command = Objects.requireNonNull(Subcommands.named(name), name);
            new CommandLine(CommandSyntax.parse("baton " + name, command.help()))
                    .parseArgs(words.subList(1, end).toArray(new String[0]));
        });
        assertThat(names).containsExactly("run", "sidecar", "node");
    }
}
