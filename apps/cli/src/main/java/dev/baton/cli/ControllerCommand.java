package dev.baton.cli;

import dev.baton.node.ControllerProcess;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.database.WriteGuard;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton controller}: the child of a node that serves its HTTP API. Started by {@code baton node} only. */
final class ControllerCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        return OptionReader.command("controller", "A part of baton node, which starts it and talks to it.");
    }

    @Override
    public int run(Invocation call) {
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        ControllerProcess.run(
                new ControlChannel(System.in, new FileOutputStream(FileDescriptor.out)), WriteGuard.byHighestSeen());
        // Its supervisor is gone: nothing is to be done any more, and nothing is to be waited for.
        Runtime.getRuntime().halt(0);
        return ExitCode.DONE;
    }
}
