package dev.baton.node.proof;

import dev.baton.node.proof.Cluster.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Jobs with a command for {@code baton agent}, among other jobs: every fifth one. Each command appends the id and the epoch
 * of its job to a file when it has done its work. Some take longer than a lease, some fail.
 */
final class CommandJobs {
    /** The label that these jobs require. */
    static final String LABEL = "commands";

    private static final int FAILURE = 3;

    private final Path ran;
    private final Path running;
    private final Map<String, Integer> exitCodes = new ConcurrentHashMap<>();

    CommandJobs(Path directory) {
        ran = directory.resolve("ran");
        running = directory.resolve("running");
    }

    /** Returns the body of the job with this number; empty if it is none with a command. */
    Optional<String> body(String name, int number) {
        if (number % 5 != 0) {
            return Optional.empty();
        }
        return Optional.of(body(name, "sleep " + (number % 25 == 0 ? "3" : "0.1"), exitCode(number)));
    }

    /** Returns the body of a job whose first command does not end by itself. */
    String endlessBody(String name) {
        return body(name, "touch " + started(name) + "; [ $BATON_JOB_EPOCH -gt 1 ] || sleep 1000", 0);
    }

    /** Returns the body of a job whose command runs until {@link #release}. */
    String heldBody(String name) {
        return body(name, "touch " + started(name) + "; until [ -e " + released(name) + " ]; do sleep 0.1; done", 0);
    }

    /** Lets the command of a held job end. */
    void release(String name) {
        try {
            Files.createFile(released(name));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Path released(String name) {
        return running.resolveSibling("released-" + name);
    }

    /** Every process of a command holds the lock. Without max_attempts, a reported failure is final. */
    private String body(String name, String work, int exitCode) {
        String script = "exec 9>>" + running + "; flock -s 9; " + work + "; echo $BATON_JOB_ID $BATON_JOB_EPOCH >> "
                + ran + "; exit " + exitCode;
        return "{\"name\":\"" + name + "\",\"requires\":[\"" + LABEL + "\"],\"command\":[\"sh\",\"-c\",\"" + script
                + "\"]}";
    }

    private Path started(String name) {
        return running.resolveSibling("started-" + name);
    }

    boolean hasStarted(String name) {
        return Files.exists(started(name));
    }

    private static int exitCode(int number) {
        return number % 50 == 5 ? FAILURE : 0;
    }

    /** Records that the job with this number was accepted. */
    void accepted(String id, int number) {
        if (number % 5 == 0) {
            exitCodes.put(id, exitCode(number));
        }
    }

    /** Records that a job with an endless or a held command was accepted. */
    void accepted(String id) {
        exitCodes.put(id, 0);
    }

    /** Returns whether a command runs, or one of its descendants. */
    boolean anyRuns() {
        try {
            return new ProcessBuilder("flock", "-n", running.toString(), "true")
                            .start()
                            .waitFor()
                    != 0;
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /**
     * Returns the jobs whose result is not their own: the command of their last epoch did not run to its end exactly once, or
     * another result was recorded than that of the command. Jobs without a command succeed.
     */
    List<String> wrongResults(Collection<String> accepted, Function<String, Response> read) {
        List<String> ends = ends();
        List<String> wrong = new ArrayList<>();
        for (String id : accepted) {
            Response job = read.apply(id);
            Integer code = exitCodes.get(id);
            String state = code == null || code == 0 ? "succeeded" : "failed";
            if (!job.text("state").equals(state) || (code != null && job.number("exit_code") != code)) {
                wrong.add("expected " + state + " " + code + ": " + job.body());
            }
            if (code != null && Collections.frequency(ends, id + " " + job.number("job_epoch")) != 1) {
                wrong.add("the command of the last epoch did not end once: " + job.body());
            }
        }
        return wrong;
    }

    /** Returns how often a command has run to its end beyond the first time. */
    long repetitions() {
        List<String> ids = ends().stream().map(line -> line.split(" ", 2)[0]).toList();
        return ids.size() - ids.stream().distinct().count();
    }

    private List<String> ends() {
        try {
            return Files.readAllLines(ran);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
