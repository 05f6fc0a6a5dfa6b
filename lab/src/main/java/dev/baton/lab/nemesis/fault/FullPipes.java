package dev.baton.lab.nemesis.fault;

import java.io.IOException;
import java.nio.file.Path;

/** Fills named pipes, as messages do that nobody reads. */
final class FullPipes {
    private static final String FILL = "find \"$0\" -type p | while read -r pipe; do yes '' | timeout 1 dd of=\"$pipe\""
            + " bs=4096 oflag=nonblock; done";

    private FullPipes() {}

    /** Fills all named pipes in the folder that a process has opened for reading. Does not wait for room. */
    static void in(Path folder) throws IOException {
        new ProcessBuilder("sh", "-c", FILL, folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join();
    }
}
