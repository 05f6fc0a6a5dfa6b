package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPathTest {
    /** Prints the absolute path of its argument, or the reason against it. */
    static final class PathMain {
        public static void main(String[] args) {
            try {
                System.out.println("path " + LocalPath.of(args[0]));
            } catch (IllegalArgumentException refused) {
                System.out.println("refused " + refused.getMessage());
            }
        }
    }

    @TempDir
    Path folder;

    @Test // API-1
    void pathIsAbsoluteAndWithoutDetours() {
        assertThat(LocalPath.of("a/../b")).isEqualTo(Path.of("b").toAbsolutePath());
        assertThat(LocalPath.of("~/x")).isEqualTo(Path.of(System.getProperty("user.home"), "x"));
        assertThat(LocalPath.absolute(Path.of("/a/./b"))).isEqualTo(Path.of("/a/b"));
    }

    @Test // API-1
    void onlyAsciiIsTheSameInEveryEncoding() {
        for (Charset encoding :
                List.of(StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8)) {
            assertThat(LocalPath.requireSame("/srv/a b", encoding)).isEqualTo("/srv/a b");
        }
        assertThat(LocalPath.requireSame("/srv/\u00e9", StandardCharsets.UTF_8)).isEqualTo("/srv/\u00e9");
        for (Charset encoding : List.of(StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1)) {
            assertThatThrownBy(() -> LocalPath.requireSame("/srv/\u00e9", encoding))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("LC_ALL=C.UTF-8", encoding.name());
        }
        assertThatThrownBy(() -> LocalPath.requireSame("/srv/\uFFFD", StandardCharsets.UTF_8))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest // API-1
    @ValueSource(strings = {"store", "./store", "../caf/../store"})
    void processThatCannotNameItsFolderRefusesRelativePaths(String path) throws Exception {
        Path expected = folder.toRealPath().resolve(path.startsWith("..") ? "store" : "caf\u00e9/store");
        assertThat(inFolder("C.UTF-8", path)).isEqualTo("path " + expected);
        assertThat(inFolder("C", path)).startsWith("refused ").contains("LC_ALL=C.UTF-8");
    }

    /** Starts a process in a folder whose name, in UTF-8, this process need not be able to express. */
    private String inFolder(String locale, String path) throws IOException, InterruptedException {
        String enter = "d=$(printf 'caf\\303\\251') && mkdir -p \"$d\" && cd \"$d\" && exec env \"$@\"";
        File output = folder.resolve("output").toFile();
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        enter,
                        "sh",
                        "LC_ALL=" + locale,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PathMain.class.getName(),
                        path)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output.toPath()).strip();
    }
}
