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
import java.util.stream.Collectors;

/**
 * Runs the most common commands once, in a temporary directory, so that the launcher can create a class-data archive of
 * the classes that they load. Part of the build, not of the command.
 */
final class ClassArchiveWarmUp {

    private ClassArchiveWarmUp() {}

    /** Runs one election of a quorum. If that fails, the archive has none of its classes. */
    private static void electInQuorum(Path directory) {
        List<Baton> members = new ArrayList<>();
        try {
            Path key = Files.writeString(directory.resolve("key"), "a key for the warm-up only");
            List<String> addresses = addresses();
            CountDownLatch elected = new CountDownLatch(1);
            for (String address : addresses) {
                String peers = addresses.stream()
                        .filter(other -> !other.equals(address))
                        .collect(Collectors.joining(","));
                Baton member = Baton.connect("quorum://" + address + "?peers=" + peers + "&state="
                        + directory.resolve(address.substring(0, 1)) + "&key-file=" + key);
                members.add(member);
                Candidate candidate = member.candidate("warm-up");
                candidate.onAcquired(leadership -> elected.countDown());
                candidate.start();
            }
            boolean ignored = elected.await(5, TimeUnit.SECONDS);
        } catch (IOException | RuntimeException impossible) {
            return;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            members.forEach(Baton::close);
        }
    }

    private static List<String> addresses() throws IOException {
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
        Path directory = Files.createTempDirectory("baton-warm-up-");
        try {
            String store = "file:" + directory.resolve("store");
            PrintStream discarded = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Main main = new Main(new CommandContext(discarded, discarded, Map.of(), false));
            main.run("--version");
            main.run("acquire", "warm-up", "--on", store);
            main.run("status", "--on", store);
            main.run("status", "warm-up", "--json", "--on", store);
            main.run("history", "warm-up", "--json", "--on", store);
            main.run("run", "--help");
            electInQuorum(directory);
        } finally {
            DirectoryTree.remove(directory);
        }
    }
}
