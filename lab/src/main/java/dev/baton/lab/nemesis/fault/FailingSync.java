package dev.baton.lab.nemesis.fault;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Every {@code fsync} and {@code fdatasync} of a process fails: strace injects the error at the system call. The process also
 * becomes slow.
 */
public final class FailingSync implements ActiveFault {
    private static final String PROGRAM = "strace";
    private static final String CALLS = "fsync,fdatasync";
    private static final long DETACH_SECONDS = 20;

    private final TrialProcess target;
    private Optional<Process> tracer = Optional.empty();

    public FailingSync(TrialProcess target) {
        this.target = target;
    }

    /** Returns whether this machine has the program. */
    public static boolean isPossible() {
        return Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM)));
    }

    @Override
    public void begin() throws IOException {
        List<Long> pids = target.pids();
        if (!pids.isEmpty()) {
            tracer = Optional.of(new ProcessBuilder(
                            PROGRAM,
                            "--follow-forks",
                            "--quiet=all",
                            "--output=/dev/null",
                            "--trace=" + CALLS,
                            "--inject=" + CALLS + ":error=EIO",
                            "--attach=" + pids.get(0))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }
    }

    /** Ends the tracer in an orderly way, so that it leaves no thread stopped. */
    @Override
    public void end() throws InterruptedException {
        if (tracer.isPresent()) {
            tracer.get().destroy();
            if (!tracer.get().waitFor(DETACH_SECONDS, TimeUnit.SECONDS)) {
                tracer.get().destroyForcibly();
            }
        }
    }
}
