package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A command that uses up all processes of its user, under the levels that need no rights of root. */
class UsedUpProcessesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final AtomicLong USERS =
            new AtomicLong(100_000 + ProcessHandle.current().pid() % 100_000 * 100);

    /**
     * Starts processes in sessions of their own until the limit is reached, and again whenever one is free. The file
     * {@code full} contains its pid then.
     */
    static final String HOG = """
            use POSIX (); chdir $ARGV[0] or die; $SIG{TERM} = 'IGNORE'; $SIG{CHLD} = 'IGNORE';
            my $full = 0;
            while (1) {
              my $child = fork;
              if (!defined $child) {
                if (!$full++) { open my $f, '>', 'filling'; print $f $$; close $f; rename 'filling', 'full' }
                select undef, undef, undef, 0.002;
              } elsif (!$child) {
                POSIX::setsid();
                while (1) {
                  open my $u, '<', '/proc/uptime'; my ($now) = split ' ', <$u>;
                  open my $b, '>', "beat.$$"; print $b $now; close $b;
                  select undef, undef, undef, 0.2;
                }
              }
            }
            """;

    @TempDir
    Path directory;

    /** Returns the words before a command, for a new user with a limit. Those of an earlier one may wait to be reaped. */
    static List<String> fewProcesses() {
        String user = Long.toString(USERS.incrementAndGet());
        return List.of(
                "setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--", "prlimit", "--nproc=60", "--");
    }

    @ParameterizedTest // API-3: no process of a command outlives the leadership
    @EnumSource(
            value = LeashLevel.class,
            names = {"MARKER", "VARIABLE"})
    void commandEndsByTheDeadline(LeashLevel level) throws Exception {
        assumeThat(LeashTrial.isRoot()).as("needs root to become another user").isTrue();
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level)).isEmpty();
        List<String> hog = List.of("/usr/bin/perl", "-e", HOG, directory.toString());
        try (BareLeash run = BareLeash.start(directory, level, Duration.ofMinutes(10), fewProcesses(), hog)) {
            await().atMost(TIMEOUT).until(() -> Files.exists(directory.resolve("full")));
            run.validFor(Duration.ofSeconds(6));
            run.assertAllEnd();
            assertThat(lastBeat()).isLessThanOrEqualTo(run.deadline());
        }
    }

    private long lastBeat() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("beat."))
                    .mapToLong(UsedUpProcessesTest::uptime)
                    .max()
                    .orElseThrow();
        }
    }

    private static long uptime(Path beat) {
        try {
            String text = Files.readString(beat);
            return text.isEmpty() ? 0 : (long) (Double.parseDouble(text) * 1000);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
