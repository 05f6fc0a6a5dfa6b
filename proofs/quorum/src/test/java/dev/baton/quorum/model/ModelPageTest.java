package dev.baton.quorum.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about the model names every action, and only code that exists. */
class ModelPageTest {
    private static final Path ROOT = root();
    private static final Path PAGE = ROOT.resolve("docs/internals/quorum-model.md");
    private static final Path MODELS = ROOT.resolve("proofs/quorum/src/test/resources/model");
    private static final Path SOURCES = ROOT.resolve("backends/quorum/src/main/java");

    @ParameterizedTest
    @ValueSource(strings = {"Election", "Members", "Enrolment"})
    void everyActionIsInTable(String module) throws IOException {
        String text = Files.readString(MODELS.resolve(module + ".tla"));
        String next = text.substring(text.indexOf("\nNext =="), text.indexOf("\nSpec =="));
        Set<String> actions = new TreeSet<>(matches("\\b([A-Z][A-Za-z]+)\\(", next));
        if (next.contains("Tick")) {
            actions.add("Tick");
        }
        assertThat(matches("(?m)^\\| `([A-Za-z]+)` \\|", table(module))).containsExactlyInAnyOrderElementsOf(actions);
    }

    @Test
    void everyMethodInTablesExists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String method : matches("`([A-Z][A-Za-z]+\\.(?!tla)[a-z][A-Za-z]+)`", Files.readString(PAGE))) {
            String[] parts = method.split("\\.", -1);
            if (!source(parts[0]).contains(" " + parts[1] + "(")) {
                missing.add(method);
            }
        }
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Election", "Members", "Enrolment"})
    void everyRuleIsBrokenOnce(String module) throws IOException {
        String text = Files.readString(MODELS.resolve(module + ".tla"));
        List<Model> models = switch (module) {
            case "Election" -> ElectionModels.broken();
            case "Members" -> MembersModels.broken();
            default -> EnrolmentModels.broken();
        };
        List<String> rules = switch (module) {
            case "Election" -> ElectionModels.RULES;
            case "Members" -> MembersModels.RULES;
            default -> EnrolmentModels.RULES;
        };
        for (String rule : rules) {
            assertThat(text).containsPattern("\\b" + rule + "\\b");
            assertThat(models).extracting(Model::name).contains(module + "-" + rule);
        }
    }

    private static String table(String module) throws IOException {
        String page = Files.readString(PAGE);
        String rest = page.substring(page.indexOf("| action of `" + module + "` |"));
        return rest.substring(0, rest.indexOf("\n\n"));
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String source(String type) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.endsWith(type + ".java"))
                    .map(ModelPageTest::read)
                    .findFirst()
                    .orElse("");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(here.resolve("verify"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here;
    }
}
