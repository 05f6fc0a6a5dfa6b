package dev.baton.lab.console;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program that runs a console until its input ends: {@code STORE HISTORY}. */
final class ConsoleProcess {

    private ConsoleProcess() {}

    /** Starts one that observes the store of a trial, with the options of the launcher and the given heap. */
    static LabProcess start(TrialDirectory directory, String heap) throws IOException {
        return LabProcess.start(
                List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                ConsoleProcess.class,
                directory.url(),
                directory.path("history.db").toString());
    }

    public static void main(String[] args) throws IOException {
        ConsoleSettings settings = new ConsoleSettings(
                List.of(args[0]),
                List.of(),
                "127.0.0.1",
                0,
                Optional.empty(),
                Path.of(args[1]),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty());
        try (Console console = Console.start(settings)) {
            System.out.println("listening " + console.url());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
