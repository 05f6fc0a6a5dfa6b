package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command does if it cannot write. */
class LostOutputTest {

    @Test
    void lostOutputIsAnErrorButAReaderThatEndsIsNone(@TempDir Path directory) throws Exception {
        List<String> full = new ArrayList<>(List.of("sh", "-c", "\"$@\" >/dev/full", "sh"));
        full.addAll(BatonProcess.command(directory, "keys", "nightly"));
        Path err = directory.resolve("err");
        Process failed = new ProcessBuilder(full).redirectError(err.toFile()).start();
        assertThat(failed.waitFor()).isEqualTo(74);
        assertThat(err).content().contains("baton: cannot write to stdout").hasLineCount(1);
        String pipe = "{ \"$@\"; echo $? >code; } | true; until [ -s code ]; do sleep 0.1; done; cat code >&2";
        List<String> closed = new ArrayList<>(List.of("sh", "-c", pipe, "sh"));
        closed.addAll(BatonProcess.command(directory, "man", "run"));
        new ProcessBuilder(closed)
                .directory(directory.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        assertThat(err).hasContent("0");
    }

    @Test
    void demoSaysWhyItHasNoDirectory(@TempDir Path directory) throws Exception {
        List<String> words = new ArrayList<>(BatonProcess.command(directory, "demo"));
        words.add(words.indexOf("-cp"), "-Djava.io.tmpdir=" + directory.resolve("missing"));
        Path err = directory.resolve("err");
        Process demo = new ProcessBuilder(words).redirectError(err.toFile()).start();
        assertThat(demo.waitFor()).isEqualTo(3);
        assertThat(err)
                .content()
                .contains("cannot create a temporary directory in " + directory.resolve("missing"))
                .contains("there is no such directory; set TMPDIR");
    }
}
