package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Two processes that compete to run one command. The command ignores TERM, as does its background child, and both append
 * marks with their epoch to one file.
 */
final class Contest implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String SCRIPT = """
            trap '' TERM
            mkdir -p "$1.d/$BATON_EPOCH" && cd "$1.d/$BATON_EPOCH"
            (while :; do echo "$BATON_EPOCH child" >>"$1"; sleep 0.02; done) &
            while :; do echo "$BATON_EPOCH main" >>"$1"; sleep 0.02; done
            """;

    /** A short validity ends a frozen leader soon; standbys retry often, because the default of 5 s is mere waiting. */
    private static final List<String> TIMING =
            List.of("--validity", "2500ms", "--stop-grace", "300ms", "--retry", "fixed", "--retry-base", "500ms");

    private final Path directory;
    private final MarkFile marks;
    private final Map<String, BatonProcess> candidates = new TreeMap<>();

    /** Starts both processes and waits until one of them leads. */
    Contest(Path directory) throws IOException {
        this.directory = directory;
        this.marks = new MarkFile(Files.createFile(directory.resolve("marks")));
        start("a");
        start("b");
        awaitEpochAfter(0);
    }

    Path store() {
        return directory.resolve("store");
    }

    void freeze(String id) {
        Processes.freezeOutsideLock(process(id).pid(), store().resolve("locks/job.lock"));
    }

    void resume(String id) {
        process(id).signal("CONT");
    }

    /** Kills a process with -9 and starts another with the same id. */
    void killAndReplace(String id) {
        process(id).close();
        start(id);
    }

    private BatonProcess process(String id) {
        return Optional.ofNullable(candidates.get(id)).orElseThrow();
    }

    private void start(String id) {
        List<String> words = new ArrayList<>(List.of("run", "job", "--on", "file:" + store(), "--id", id));
        words.addAll(List.of("--events", events(id).toString()));
        words.addAll(TIMING);
        words.addAll(List.of("--", "sh", "-c", SCRIPT, "job", marks.file.toString()));
        candidates.put(id, BatonProcess.start(directory, words.toArray(new String[0])));
    }

    /** Returns the epoch of the latest mark. */
    long epoch() {
        List<Mark> all = marks.read();
        return all.isEmpty() ? 0 : all.get(all.size() - 1).epoch();
    }

    /** Waits until both processes of a command with a later epoch have appended marks. */
    void awaitEpochAfter(long before) {
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(20)).until(() -> {
            long now = epoch();
            return now > before
                    && marks.read().stream()
                            .anyMatch(
                                    mark -> mark.epoch() == now && mark.writer().equals("child"));
        });
    }

    /** Returns the process that acquired the epoch. Its event can be written after the first marks of its command. */
    String leaderOf(long epoch) {
        return await().atMost(TIMEOUT)
                .until(
                        () -> candidates.keySet().stream()
                                .filter(id -> hasEvent(id, "\"acquired\",\"epoch\":" + epoch + "}"))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Returns whether the process has reported the loss of the epoch. */
    boolean hasLost(String id, long epoch) {
        return hasEvent(id, "\"lost\",\"epoch\":" + epoch + ",");
    }

    void awaitLoss(String id, long epoch) {
        await().atMost(TIMEOUT).until(() -> hasLost(id, epoch));
    }

    private boolean hasEvent(String id, String fields) {
        try {
            return Files.exists(events(id)) && Files.readString(events(id)).contains(fields);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Path events(String id) {
        return directory.resolve("events-" + id);
    }

    /** Waits until no process of the command with this epoch lives. */
    void awaitEndOfCommand(long epoch) {
        await().atMost(TIMEOUT).until(() -> noneIsAlive(LongStream.of(epoch)));
    }

    /** Waits until no process of any command lives. */
    void awaitEndOfAllCommands() {
        await().atMost(TIMEOUT)
                .until(() ->
                        noneIsAlive(marks.read().stream().mapToLong(Mark::epoch).distinct()));
    }

    /** Every command works in a directory of its epoch, because its pids are those of a namespace of its own. */
    private boolean noneIsAlive(LongStream epochs) {
        return epochs.mapToObj(epoch -> directory.resolve("marks.d").resolve(Long.toString(epoch)))
                .allMatch(own -> Processes.aliveIn(own).isEmpty());
    }

    /** Checks that no command ran beside its successor: no mark follows a mark of a later epoch. */
    void assertNoOverlap() {
        long highest = 0;
        for (Mark mark : marks.read()) {
            assertThat(mark.epoch())
                    .as("a mark after epoch %s: %s", highest, mark)
                    .isGreaterThanOrEqualTo(highest);
            highest = mark.epoch();
        }
    }

    /** Kills both processes and checks that nothing overlapped and nothing is left. */
    @Override
    public void close() {
        candidates.values().forEach(BatonProcess::close);
        awaitEndOfAllCommands();
        assertNoOverlap();
        await().atMost(TIMEOUT).until(() -> BatonProcess.leftovers(directory).isEmpty());
    }

    /** One line in the file. */
    private record Mark(long epoch, String writer) {

        static Mark parse(String line) {
            String[] words = line.split(" ", -1);
            return new Mark(Long.parseLong(words[0]), words[1]);
        }
    }

    /** The file with the marks; every read parses only the new lines. */
    private static final class MarkFile {
        private final Path file;
        private final List<Mark> parsed = new ArrayList<>();
        private long position;

        MarkFile(Path file) {
            this.file = file;
        }

        List<Mark> read() {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
                byte[] bytes = new byte[(int) (open.length() - position)];
                open.seek(position);
                open.readFully(bytes);
                String text = new String(bytes, StandardCharsets.US_ASCII);
                String complete = text.substring(0, text.lastIndexOf('\n') + 1);
                complete.lines().map(Mark::parse).forEach(parsed::add);
                position += complete.length();
                return parsed;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
