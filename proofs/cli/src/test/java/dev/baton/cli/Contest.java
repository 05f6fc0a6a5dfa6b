package dev.baton.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two processes that contend to run one command, which ignores TERM, has a background child that ignores
 * it too, and whose processes all leave marks in one file.
 */
final class Contest implements AutoCloseable {
    static final String SCRIPT = """
            trap '' TERM
            (while :; do echo "$BATON_EPOCH child $$" >>"$1"; sleep 0.02; done) &
            echo "$BATON_EPOCH start $$" >>"$1"
            while :; do echo "$BATON_EPOCH main $$" >>"$1"; sleep 0.02; done
            """;

    private final Path directory;
    private final Path marks;
    private final String[] options;
    private final Map<String, BatonProcess> contenders = new TreeMap<>();

    Contest(Path directory, String... options) throws IOException {
        this.directory = directory;
        this.marks = Files.createFile(directory.resolve("marks"));
        this.options = options;
        enter("a");
        enter("b");
    }

    Path store() {
        return directory.resolve("store");
    }

    BatonProcess contender(String id) {
        BatonProcess process = contenders.get(id);
        if (process == null) {
            throw new IllegalArgumentException("no contender " + id);
        }
        return process;
    }

    void enter(String id) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                "job",
                "--on",
                "file:" + store(),
                "--id",
                id,
                "--events",
                events(id).toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", SCRIPT, "job", marks.toString()));
        contenders.put(id, BatonProcess.start(directory, words.toArray(new String[0])));
    }

    /** Kills it with -9 and lets another of the same name take its place. */
    void killAndReplace(String id) {
        contender(id).close();
        enter(id);
    }

    Path events(String id) {
        return directory.resolve("events-" + id);
    }

    /** The epoch under which the latest mark was left. */
    long epoch() {
        List<String> lines = lines();
        return lines.isEmpty() ? 0 : epoch(lines.get(lines.size() - 1));
    }

    /** Waits until both processes of a command of a later epoch leave marks. */
    long awaitEpochAfter(long before, Duration atMost) {
        await().atMost(atMost).pollInterval(Duration.ofMillis(10)).until(() -> {
            long now = epoch();
            return now > before && lines().stream().anyMatch(line -> line.startsWith(now + " child"));
        });
        return epoch();
    }

    /** Who says it leads: its last event of a reign is that it was acquired. */
    String leader() {
        long epoch = epoch();
        for (String id : contenders.keySet()) {
            if (read(events(id)).contains("\"acquired\",\"epoch\":" + epoch + "}")) {
                return id;
            }
        }
        throw new IllegalStateException("nobody acquired epoch " + epoch);
    }

    /** Marks of one epoch that come after marks of a later one. */
    List<String> interleaved() {
        List<String> wrong = new ArrayList<>();
        long highest = 0;
        for (String line : lines()) {
            long epoch = epoch(line);
            if (epoch < highest) {
                wrong.add(line + " after " + highest);
            }
            highest = Math.max(highest, epoch);
        }
        return wrong;
    }

    /** The processes that ever left a mark and still live. */
    List<Long> survivors() {
        return lines().stream()
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .distinct()
                .filter(Processes::groupIsAlive)
                .toList();
    }

    @Override
    public void close() {
        contenders.values().forEach(BatonProcess::close);
    }

    private List<String> lines() {
        String text = read(marks);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private static long epoch(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
