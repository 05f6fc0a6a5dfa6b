package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The claims of docs/internals/conformance.md: every test that it names for an item carries the item in a comment. */
class ConformanceTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| ([A-Z]+-\\d+) \\| (proved|in part|later) \\| (.*?) \\|.*$", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("//.*");
    private static final Pattern ITEM = Pattern.compile("\\b[A-Z]+-\\d+\\b");
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+)`");

    /** The tests that the page names for each claimed item. */
    private final Map<String, List<String>> claims = claims();

    /** The items that each test class carries. Classes of different modules with the same name count as one. */
    private final Map<String, Set<String>> carried = carriedItems();

    @Test
    void everyClaimedItemNamesTests() {
        assertThat(claims).isNotEmpty();
        assertThat(claims)
                .allSatisfy((item, tests) ->
                        assertThat(tests).as("tests named for %s", item).isNotEmpty());
    }

    @Test
    void everyNamedTestExistsAndCarriesItsItem() {
        List<String> wrong = new ArrayList<>();
        claims.forEach((item, tests) -> {
            for (String test : tests) {
                Set<String> items = carried.get(test);
                if (items == null) {
                    wrong.add(item + ": there is no test " + test);
                } else if (!items.contains(item)) {
                    wrong.add(item + ": " + test + " does not carry it in a comment");
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static Map<String, List<String>> claims() {
        Map<String, List<String>> claims = new LinkedHashMap<>();
        Matcher rows = ROW.matcher(SourceTree.text(SourceTree.ROOT.resolve("docs/internals/conformance.md")));
        while (rows.find()) {
            if (!rows.group(2).equals("later")) {
                claims.put(
                        rows.group(1),
                        TEST_NAME
                                .matcher(rows.group(3))
                                .results()
                                .map(name -> name.group(1))
                                .toList());
            }
        }
        return claims;
    }

    private static Map<String, Set<String>> carriedItems() {
        Map<String, Set<String>> carried = new TreeMap<>();
        for (Path file : SourceTree.files(".java")) {
            String name = file.getFileName().toString().replace(".java", "");
            if (file.toString().contains("/src/test/") || name.endsWith("Contract")) {
                carried.computeIfAbsent(name, absent -> new TreeSet<>()).addAll(items(SourceTree.text(file)));
            }
        }
        return carried;
    }

    private static List<String> items(String source) {
        return COMMENT.matcher(source)
                .results()
                .map(MatchResult::group)
                .flatMap(comment -> ITEM.matcher(comment).results().map(MatchResult::group))
                .toList();
    }
}
