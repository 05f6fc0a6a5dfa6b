package dev.baton.cli;

import dev.baton.node.ControllerProcess;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.database.WriteGuard;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** {@code baton controller}: the child process of {@code baton node} that serves the HTTP API. */
final class ControllerCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return new CommandSyntax("baton controller", "Serves the HTTP API of a node. Started by baton node only.");
    }

    @Override
    public int run(Invocation call) {
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        ControllerProcess.run(
                new ControlChannel(System.in, new FileOutputStream(FileDescriptor.out)), WriteGuard.byHighestSeen());
        // The supervisor has ended, so nothing may run on.
        Runtime.getRuntime().halt(0);
        return ExitCode.DONE;
    }
}
