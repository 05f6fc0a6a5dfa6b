package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents show is true: examples compile, links lead somewhere, our own terms are defined. */
class DocumentsTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    /** The imports that the first paragraphs of the testing guide name. */
    private static final String GUIDE_IMPORTS =
            "import dev.baton.*; import dev.baton.testkit.*; import java.time.Duration;"
                    + " import static org.assertj.core.api.Assertions.assertThat;";

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
        Matcher block = JAVA_BLOCK.matcher(SourceTree.text(SourceTree.ROOT.resolve("README.md")));
        assertThat(block.find()).as("a java block in README.md").isTrue();
        String code = block.group(1);
        Matcher name = Pattern.compile("\\bclass (\\w+)").matcher(code);
        assertThat(name.find()).as("a class in the example").isTrue();
        assertThat(errors(name.group(1), code)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"testing", "migrating"})
    void javaExamplesOfGuidesCompile(String guide) {
        Matcher block = JAVA_BLOCK.matcher(SourceTree.text(SourceTree.ROOT.resolve("docs/guide/" + guide + ".md")));
        int blocks = 0;
        while (block.find()) {
            blocks++;
            String name = "Example" + blocks;
            Map<Boolean, String> lines = block.group(1)
                    .lines()
                    .collect(Collectors.partitioningBy(line -> line.startsWith("import "), Collectors.joining("\n")));
            String code = lines.get(true) + "\n" + GUIDE_IMPORTS + "\nclass " + name
                    + " { void run() throws Exception {\n" + lines.get(false) + "\n} }";
            assertThat(errors(name, code)).isEmpty();
        }
        assertThat(blocks).as("java blocks in docs/guide/" + guide + ".md").isPositive();
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

    private List<String> errors(String name, String code) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                };
        List<String> options = List.of(
                "-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "--release", "17");
        boolean compiled = compiler.getTask(null, null, found, options, null, List.of(source))
                .call();
        List<String> errors = new ArrayList<>();
        found.getDiagnostics().forEach(one -> errors.add(one.toString()));
        assertThat(compiled).as(String.join("\n", errors)).isTrue();
        assertThat(Files.exists(output)).isTrue();
        return errors;
    }
}
