package dev.baton.examples.harness;

import java.io.IOException;

/** Exit codes of the programs: 2 for invalid options, 3 for an I/O error such as an unreachable relay. */
final class ProgramExit {

    private ProgramExit() {}

    static void run(Body body) throws InterruptedException {
        try {
            body.run();
        } catch (IllegalArgumentException invalid) {
            exit(2, invalid);
        } catch (IOException unreachable) {
            exit(3, unreachable);
        }
    }

    private static void exit(int code, Exception cause) {
        System.err.println(cause.getMessage());
        System.exit(code);
    }

    /** The body of a program. */
    interface Body {
        void run() throws IOException, InterruptedException;
    }
}
