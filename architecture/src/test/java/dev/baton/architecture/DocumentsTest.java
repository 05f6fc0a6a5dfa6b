package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents show is true: examples compile, links lead somewhere, our own terms are defined. */
class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final List<String> OWN_TERMS = List.of(
            "election",
            "candidate",
            "standby",
            "observer",
            "leadership",
            "epoch",
            "tenure",
            "claim",
            "validity",
            "release",
            "loss",
            "transfer",
            "roster",
            "status",
            "healthy",
            "watchdog",
            "leash",
            "fence",
            "guard",
            "abstention",
            "evidence");

    @TempDir
    Path output;

    @Test
    void javaExampleOfTheReadmeCompilesAsShown() {
        List<String> blocks = PageExamples.in("README.md");
        assertThat(blocks).as("a java block in README.md").isNotEmpty();
        String code = blocks.get(0);
        Matcher name = Pattern.compile("\\bclass (\\w+)").matcher(code);
        assertThat(name.find()).as("a class in the example").isTrue();
        assertThat(new PageExamples(output).errors(name.group(1), code)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"testing", "migrating"})
    void javaExamplesOfGuidesCompile(String guide) {
        List<String> blocks = PageExamples.in("docs/guide/" + guide + ".md");
        assertThat(blocks).as("java blocks in docs/guide/" + guide + ".md").isNotEmpty();
        for (int i = 0; i < blocks.size(); i++) {
            String name = "Example" + i;
            assertThat(new PageExamples(output).errors(name, PageExamples.asClass(name, blocks.get(i))))
                    .isEmpty();
        }
    }

    @Test
    void everyRelativeLinkLeadsToAFile() {
        for (Path page : SourceTree.files(".md")) {
            Matcher link = LINK.matcher(withoutCode(SourceTree.text(page)));
            while (link.find()) {
                String target = link.group(1).replaceFirst("#.*", "");
                if (!target.isEmpty() && !target.matches("[a-z]+:.*")) {
                    assertThat(page.resolveSibling(target).normalize())
                            .as("link in %s", SourceTree.name(page))
                            .exists();
                }
            }
        }
    }

    @Test
    void everyPageIsReachableFromTheIndex() {
        String index = SourceTree.text(SourceTree.ROOT.resolve("docs/README.md"));
        for (Path page : SourceTree.files(".md")) {
            String name = SourceTree.name(page);
            if (name.startsWith("docs/") && !name.equals("docs/README.md")) {
                assertThat(index).as("the index names %s", name).contains("(" + name.substring("docs/".length()));
            }
        }
    }

    @Test
    void everyTestThatThePageAboutProofsNamesExists() {
        List<String> classes = SourceTree.files(".java").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .toList();
        List<String> named = Pattern.compile("`([A-Z]\\w+(?:Test|Contract))\\b")
                .matcher(SourceTree.text(SourceTree.ROOT.resolve("docs/internals/proofs.md")))
                .results()
                .map(name -> name.group(1))
                .toList();
        assertThat(named).isNotEmpty().isSubsetOf(classes);
    }

    @Test
    void glossaryDefinesEveryOwnTerm() {
        List<String> defined = Pattern.compile("(?m)^\\| \\**([^|*]+)\\** \\|")
                .matcher(SourceTree.text(SourceTree.ROOT.resolve("docs/glossary.md")))
                .results()
                .map(MatchResult::group)
                .map(row -> row.toLowerCase(Locale.ROOT))
                .toList();
        assertThat(OWN_TERMS).allSatisfy(term -> assertThat(defined).anyMatch(row -> row.contains(term)));
    }

    private static String withoutCode(String page) {
        return page.replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "");
    }
}
