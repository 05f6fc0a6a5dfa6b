package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How the code looks, as rules that fail. */
class TidinessTest {
    private static final int LONGEST_FILE = 400;
    private static final int MEDIAN_FILE = 100;

    private final List<Path> java = SourceTree.files(".java");

    @Test
    void noFileIsLong() {
        assertThat(java)
                .allSatisfy(file -> assertThat(lines(file))
                        .as("lines of %s; split it by concept", SourceTree.name(file))
                        .isLessThanOrEqualTo(LONGEST_FILE));
    }

    @Test
    void theMedianFileIsShort() {
        List<Long> sizes = java.stream().map(TidinessTest::lines).sorted().toList();
        assertThat(sizes.get(sizes.size() / 2)).isLessThanOrEqualTo(MEDIAN_FILE);
    }

    @Test
    void everyPackageOfProductionCodeSaysWhatItIs() {
        assertThat(java)
                .filteredOn(file -> file.toString().contains("/src/main/"))
                .extracting(Path::getParent)
                .allSatisfy(folder -> assertThat(Files.exists(folder.resolve("package-info.java")))
                        .as("package-info.java in %s", SourceTree.name(folder))
                        .isTrue());
    }

    @Test
    void nothingIsLeftOver() {
        Pattern leftOver = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b|print" + "StackTrace\\(");
        assertThat(java)
                .allSatisfy(file -> assertThat(
                                leftOver.matcher(SourceTree.text(file)).find())
                        .as("left-overs in %s", SourceTree.name(file))
                        .isFalse());
    }

    @Test
    void noTestSleepsOrIsSkipped() {
        Pattern sleepy = Pattern.compile("Thread\\.sl" + "eep|\\.sl" + "eep\\(|@Dis" + "abled|@Ig" + "nore\\b");
        assertThat(java)
                .filteredOn(file -> file.toString().contains("/src/test/")
                        || file.toString().contains("/testkit/"))
                .allSatisfy(
                        file -> assertThat(sleepy.matcher(SourceTree.text(file)).find())
                                .as("sleep or skip in %s", SourceTree.name(file))
                                .isFalse());
    }

    @Test
    void noBuildFileNamesARegistry() {
        assertThat(SourceTree.files("pom.xml"))
                .allSatisfy(file -> assertThat(SourceTree.text(file))
                        .as(SourceTree.name(file))
                        .doesNotContain("<repository>", "<pluginRepository>", "distributionUrl"));
    }

    private static long lines(Path file) {
        return SourceTree.text(file).lines().count();
    }
}
