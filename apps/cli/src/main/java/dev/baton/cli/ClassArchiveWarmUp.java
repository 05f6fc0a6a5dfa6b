package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Goes through the usual commands once, in a directory of its own, so that the launcher can keep the
 * classes they load in an archive. A part of the build, not of the command.
 */
final class ClassArchiveWarmUp {

    private ClassArchiveWarmUp() {}

    /** Three members of a group elect one; where that is not possible, the archive lacks their classes. */
    private static void rehearseGroup(Path directory) {
        List<Baton> members = new ArrayList<>();
        try {
            Path key = Files.writeString(directory.resolve("key"), "a key for rehearsals only");
            List<String> places = places();
            CountDownLatch elected = new CountDownLatch(1);
            for (String place : places) {
                String peers = String.join(
                        ",",
                        places.stream().filter(other -> !other.equals(place)).toList());
                Baton member = Baton.connect("quorum://" + place + "?peers=" + peers + "&state="
                        + directory.resolve(place.substring(0, 1)) + "&key-file=" + key);
                members.add(member);
                Candidate candidate = member.candidate("rehearsal");
                candidate.onAcquired(leadership -> elected.countDown());
                candidate.start();
            }
            boolean ignored = elected.await(5, TimeUnit.SECONDS);
        } catch (IOException | RuntimeException impossible) {
            return;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } finally {
            members.forEach(Baton::close);
        }
    }

    private static List<String> places() throws IOException {
        try (ServerSocket a = new ServerSocket(0);
                ServerSocket b = new ServerSocket(0);
                ServerSocket c = new ServerSocket(0)) {
            return List.of(
                    "a@127.0.0.1:" + a.getLocalPort(),
                    "b@127.0.0.1:" + b.getLocalPort(),
                    "c@127.0.0.1:" + c.getLocalPort());
        }
    }

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("baton-rehearsal-");
        try {
            String store = "file:" + directory.resolve("store");
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Main main = new Main(new CommandContext(nowhere, nowhere, Map.of(), false));
            main.run("--version");
            main.run("acquire", "rehearsal", "--on", store);
            main.run("status", "--on", store);
            main.run("status", "rehearsal", "--json", "--on", store);
            main.run("history", "rehearsal", "--json", "--on", store);
            main.run("run", "--help");
            rehearseGroup(directory);
        } finally {
            DirectoryTree.remove(directory);
        }
    }
}
