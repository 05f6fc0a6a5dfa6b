package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that others would find in another place, or from another machine. Without a refusal, two candidates lead. */
// FILE-1, LEASE-1
@Timeout(value = 400, unit = TimeUnit.SECONDS)
class StorePlaceTest {
    /** Shows this process every file system on a disk as a network one. */
    private static final String NETWORK =
            "sed -E 's/ - (ext[234]|xfs|btrfs|overlay|tmpfs) / - nfs4 /' /proc/self/mountinfo"
                    + " >\"$0\" && mount --bind \"$0\" /proc/$$/mountinfo && exec \"$@\"";

    /** Begins in a folder whose name is not ASCII, with the locale that cron sets. */
    private static final String UNNAMEABLE =
            "d=$(printf 'caf\\303\\251') && mkdir -p \"$0/$d\" && cd \"$0/$d\"" + " && exec env LC_ALL=C \"$@\"";

    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private BatonProcess baton(String script, String... words) {
        List<String> before = List.of("sh", "-c", script, directory.toString());
        return BatonProcess.start(directory, before, Map.of(), words);
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("caf"))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:store", "lease:sqlite:store.db"})
    void relativePathBelowAFolderThatJavaCannotNameIsRefused(String url) throws Exception {
        try (BatonProcess run = baton(UNNAMEABLE, "run", "nightly", "--on", url, "--", "touch", "ran")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("LC_ALL=C.UTF-8");
        }
        try (BatonProcess once =
                baton(UNNAMEABLE, "once", "nightly", "--at-least", "1", "--on", url, "--", "touch", "ran")) {
            assertThat(once.exitCode()).as(once.err()).isEqualTo(ExitCode.USAGE);
            assertThat(once.err()).contains("LC_ALL=C.UTF-8");
        }
        // Java used to create another folder, with question marks.
        assertThat(entries()).hasSize(1);
    }

    @Test
    void noCandidateLeadsInADirectoryOnANetworkFileSystem() throws Exception {
        String url = "file:" + directory.resolve("store");
        for (String[] words : new String[][] {{"acquire", "nightly", "--on", url}, {"doctor", "--on", url}}) {
            assertRefused("is on nfs4, a network file system", network(), words);
        }
    }

    @Test
    void databaseFileOnANetworkFileSystemIsRefused() throws Exception {
        String url = "lease:sqlite:" + directory.resolve("store.db");
        for (String[] words : new String[][] {
            {"run", "nightly", "--on", url, "--", "touch", "ran"},
            {"once", "nightly", "--at-least", "1", "--on", url, "--", "touch", "ran"},
            {"doctor", "--on", url}
        }) {
            assertRefused("is on nfs4, a network file system", network(), words);
        }
        assertThat(directory.resolve("store.db")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"epochs", "locks/nightly.lock"})
    void noCandidateLeadsInADirectoryOfWhichAPartIsMounted(String part) throws Exception {
        Path store = directory.resolve("store");
        String url = "file:" + store;
        Files.createDirectories(store.resolve("epochs"));
        Files.createFile(Files.createDirectories(store.resolve("locks")).resolve("nightly.lock"));
        List<String> mounted = mounting("mount --bind \"$0\" \"$0\" && exec \"$@\"", store.resolve(part));
        for (String[] words : new String[][] {{"acquire", "nightly", "--on", url}, {"doctor", "--on", url}}) {
            assertRefused("is or contains a mount point", mounted, words);
        }
    }

    /** Tries again if the store does not answer in time on a busy machine. */
    private void assertRefused(String reason, List<String> before, String... words) {
        await().atMost(LONG).untilAsserted(() -> {
            try (BatonProcess refused = BatonProcess.start(directory, before, Map.of(), words)) {
                assertThat(refused.exitCode()).as(refused.err()).isNotZero();
                assertThat(refused.out() + refused.err()).contains(reason);
            }
        });
    }

    private List<String> network() throws Exception {
        return mounting(NETWORK, Files.createFile(directory.resolve("mounts-" + System.nanoTime())));
    }

    /** Returns words that run a command line after a script, with mounts of its own. */
    private static List<String> mounting(String script, Path path) throws Exception {
        List<String> before = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private"));
        before.addAll(List.of("sh", "-c", script, path.toString()));
        List<String> trial = new ArrayList<>(before);
        trial.add("true");
        int code = new ProcessBuilder(trial).redirectErrorStream(true).start().waitFor();
        assumeThat(code).as("mounting works here").isZero();
        return before;
    }
}
