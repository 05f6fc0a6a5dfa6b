package dev.baton.examples.harness;

import java.io.IOException;

/** How a program ends that could not begin: one line, and 2 for wrong usage or 3 for a relay out of reach. */
final class ProgramExit {

    private ProgramExit() {}

    static void run(Body body) throws InterruptedException {
        try {
            body.run();
        } catch (IllegalArgumentException wrong) {
            end(2, wrong);
        } catch (IOException unreachable) {
            end(3, unreachable);
        }
    }

    private static void end(int code, Exception why) {
        System.err.println(why.getMessage());
        System.exit(code);
    }

    /** What the program does. */
    interface Body {
        void run() throws IOException, InterruptedException;
    }
}
