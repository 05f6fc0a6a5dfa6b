package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One fact, one place: what only {@code support} may do, and names that are used once. */
class SourceRulesTest {
    private static final Pattern PROC = Pattern.compile("\"/proc\\b");
    private static final Pattern THREAD = Pattern.compile("\\bsetDaemon\\(|\\bnew Thread\\(|\\bExecutors\\.new");
    private static final Pattern DURATION = Pattern.compile("endsWith\\(\"ms\"\\)");
    private static final Pattern NAME_RULE = Pattern.compile("\\[A-Za-z0-9\\._:-\\]");

    /** Digits, signs and letters that depend on the user's language: wrong in keys, marks, SQL and files. */
    private static final Pattern USERS_LANGUAGE =
            Pattern.compile("\\bString\\.format\\((?!\\s*Locale\\.)|\\.formatted\\(|\\.to(Upper|Lower)Case\\(\\)");

    /** Main code of what is shipped; the lab and the examples measure and show with their own means. */
    private final List<Path> shipped = SourceTree.files(".java").stream()
            .filter(file -> SourceTree.name(file).contains("/src/main/"))
            .filter(file -> !SourceTree.name(file).matches("(lab|examples|support)/.*"))
            .toList();

    @Test
    void onlySupportReadsProc() {
        assertNone(PROC, "testkit/");
    }

    @Test
    void onlySupportDecodesUrls() {
        assertNone(Pattern.compile("\\bURLDecoder\\b"));
    }

    @Test
    void onlySupportCreatesThreads() {
        assertNone(THREAD, "testkit/");
    }

    @Test
    void onlySupportParsesDurationsAndNames() {
        assertNone(DURATION);
        assertNone(NAME_RULE);
    }

    @Test
    void textDoesNotDependOnTheLanguageOfTheUser() {
        assertThat(SourceTree.files(".java").stream()
                        .filter(file -> SourceTree.name(file).contains("/src/main/")))
                .allSatisfy(file -> assertThat(
                                USERS_LANGUAGE.matcher(SourceTree.text(file)).find())
                        .as("%s in %s needs Locale.ROOT", USERS_LANGUAGE, SourceTree.name(file))
                        .isFalse());
    }

    @Test
    void noSimpleClassNameIsUsedTwiceInMainCode() {
        Map<String, List<String>> places = new TreeMap<>();
        for (Path file : SourceTree.files(".java")) {
            String name = SourceTree.name(file);
            if (name.contains("/src/main/") && !name.endsWith("package-info.java")) {
                places.merge(
                        file.getFileName().toString(),
                        List.of(name),
                        (some, more) -> List.of(some.get(0), more.get(0)));
            }
        }
        assertThat(places.values()).allSatisfy(files -> assertThat(files).hasSize(1));
    }

    private void assertNone(Pattern pattern, String... exceptBelow) {
        assertThat(shipped)
                .filteredOn(file -> List.of(exceptBelow).stream()
                        .noneMatch(folder -> SourceTree.name(file).startsWith(folder)))
                .allSatisfy(file -> assertThat(
                                pattern.matcher(SourceTree.text(file)).find())
                        .as("%s in %s belongs into support", pattern, SourceTree.name(file))
                        .isFalse());
    }
}
