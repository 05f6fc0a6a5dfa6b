package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/internals/conformance.md claims is carried by a test. */
class ConformanceTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z]+-\\d+) \\| (proved|in part|later) \\| (.*?) \\|.*$", Pattern.MULTILINE);
    private static final Pattern CARRIED = Pattern.compile("//.*?\\b([A-Z]+-\\d+)\\b.*");
    private static final Pattern ITEM = Pattern.compile("\\b[A-Z]+-\\d+\\b");
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+)`");

    private final String page = SourceTree.text(SourceTree.ROOT.resolve("docs/internals/conformance.md"));
    private final List<Path> tests = SourceTree.files(".java").stream()
            .filter(file ->
                    file.toString().contains("/src/test/") || file.toString().endsWith("Contract.java"))
            .toList();

    @Test
    void everyItemThatIsClaimedIsCarriedByATest() {
        Set<String> carried = new TreeSet<>();
        for (Path test : tests) {
            CARRIED.matcher(SourceTree.text(test))
                    .results()
                    .map(MatchResult::group)
                    .forEach(line ->
                            ITEM.matcher(line).results().map(MatchResult::group).forEach(carried::add));
        }
        assertThat(claimed()).isNotEmpty();
        assertThat(carried).containsAll(claimed());
    }

    @Test
    void everyTestThatIsNamedExists() {
        Set<String> existing = new TreeSet<>();
        tests.forEach(test -> existing.add(test.getFileName().toString().replace(".java", "")));
        Matcher rows = ROW.matcher(page);
        while (rows.find()) {
            if (rows.group(2).equals("later")) {
                continue;
            }
            List<String> named = TEST_NAME
                    .matcher(rows.group(3))
                    .results()
                    .map(row -> row.group(1))
                    .toList();
            assertThat(named).as("tests named for %s", rows.group(1)).isNotEmpty();
            assertThat(existing).as("tests named for %s", rows.group(1)).containsAll(named);
        }
    }

    private Set<String> claimed() {
        Set<String> items = new TreeSet<>();
        Matcher rows = ROW.matcher(page);
        while (rows.find()) {
            if (!rows.group(2).equals("later")) {
                items.add(rows.group(1));
            }
        }
        return items;
    }
}
