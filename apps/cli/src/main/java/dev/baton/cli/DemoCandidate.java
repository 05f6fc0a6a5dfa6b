package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.OutputStream;

/** A process of the demo: {@code baton run} that also ends when the demo does, however that ends. */
final class DemoCandidate {

    private DemoCandidate() {}

    static int run(Invocation call) throws Exception {
        NamedThreads.start("demo-end", DemoCandidate::endWithTheDemo);
        return RunCommand.run(call);
    }

    private static void endWithTheDemo() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException closed) {
            // The demo is gone.
        }
        Runtime.getRuntime().halt(ExitCode.DONE);
    }
}
