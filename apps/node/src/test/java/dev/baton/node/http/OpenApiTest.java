package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/openapi.yaml matches the server. */
class OpenApiTest {
    private static final Pattern PATH = Pattern.compile("^  (/\\S*):$");
    private static final Pattern METHOD = Pattern.compile("^    (get|post|delete|put|patch):$");
    private static final Pattern FIELD = Pattern.compile("^ {8}(\\w+):.*");

    @TempDir
    Path directory;

    @Test // NODE-4
    void documentHasExactlyTheRoutesOfTheServer() throws IOException {
        Set<String> documented = new TreeSet<>();
        String path = "";
        for (String line : Files.readAllLines(document())) {
            Matcher paths = PATH.matcher(line);
            Matcher methods = METHOD.matcher(line);
            if (paths.matches()) {
                path = paths.group(1);
            } else if (methods.matches()) {
                documented.add(methods.group(1).toUpperCase(Locale.ROOT) + " " + path);
            }
        }
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            assertThat(documented).isEqualTo(new TreeSet<>(node.server().routes()));
        }
    }

    @Test // NODE-4
    void documentHasExactlyTheFieldsOfAJob() throws IOException {
        Set<String> documented = new TreeSet<>();
        boolean inJob = false;
        for (String line : Files.readAllLines(document())) {
            if (line.matches("^ {4}\\w+:$")) {
                inJob = line.equals("    Job:");
            }
            Matcher field = FIELD.matcher(line);
            if (inJob && field.matches()) {
                documented.add(field.group(1));
            }
        }
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            node.lead();
            assertThat(documented)
                    .isEqualTo(new TreeSet<>(
                            node.post("/v1/jobs", "{\"name\":\"j\"}").body().keySet()));
        }
    }

    private static Path document() {
        return Path.of("..", "..", "docs", "openapi.yaml");
    }
}
