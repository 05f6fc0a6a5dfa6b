package dev.baton.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Goes through the usual commands once, in a directory of its own, so that the launcher can keep the
 * classes they load in an archive. A part of the build, not of the command.
 */
final class Rehearsal {

    private Rehearsal() {}

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("baton-rehearsal-");
        try {
            String store = "file:" + directory.resolve("store");
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Main main = new Main(new Surroundings(nowhere, nowhere, Map.of(), false));
            main.run("--version");
            main.run("acquire", "rehearsal", "--on", store);
            main.run("status", "--on", store);
            main.run("status", "rehearsal", "--json", "--on", store);
            main.run("history", "rehearsal", "--json", "--on", store);
            main.run("run", "--help");
        } finally {
            DirectoryTree.remove(directory);
        }
    }
}
