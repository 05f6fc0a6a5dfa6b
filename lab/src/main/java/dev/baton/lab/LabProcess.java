package dev.baton.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of its own, most often a JVM of the lab with the class path of this one. It is told lines and says lines. */
public final class LabProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final String END = "(end)";

    private final Process process;
    private final OutputStream orders;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private LabProcess(Process process) {
        this.process = process;
        this.orders = process.getOutputStream();
        Thread reader = new Thread(this::listen, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    public static LabProcess start(List<String> flags, Class<?> program, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(args));
        return new LabProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Somebody else's program: it says nothing here, its output goes to a file. */
    public static LabProcess start(List<String> command, Path log) throws IOException {
        return new LabProcess(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    public void tell(String line) throws IOException {
        orders.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        orders.flush();
    }

    /** The words that follow the given one on the next line that starts with it; other lines are dropped. */
    public List<String> await(String word) throws IOException, InterruptedException {
        return await(word, PATIENCE_SECONDS)
                .orElseThrow(() -> new IOException("nobody said \"" + word + "\" within " + PATIENCE_SECONDS + " s"));
    }

    /** The same, or empty when it was not said in time. */
    public Optional<List<String>> await(String word, long seconds) throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            String line = said.poll(giveUpAt - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                return Optional.empty();
            }
            List<String> words = List.of(line.split(" ", -1));
            if (words.get(0).equals(word)) {
                return Optional.of(words.subList(1, words.size()));
            }
            if (line.equals(END)) {
                throw new IOException("the process ended before it said \"" + word + "\"");
            }
        }
    }

    /** The words that follow the given one, when such a line was said already; other lines are dropped. */
    public Optional<List<String>> poll(String word) throws IOException {
        for (String line = said.poll(); line != null; line = said.poll()) {
            List<String> words = List.of(line.split(" ", -1));
            if (words.get(0).equals(word)) {
                return Optional.of(words.subList(1, words.size()));
            }
            if (line.equals(END)) {
                throw new IOException("the process ended before it said \"" + word + "\"");
            }
        }
        return Optional.empty();
    }

    /** The last word of that line, which by custom is a monotonic time. */
    public long awaitTime(String word) throws IOException, InterruptedException {
        List<String> words = await(word);
        return Long.parseLong(words.get(words.size() - 1));
    }

    /** Drops what it said so far. */
    public void forget() {
        said.clear();
    }

    /** Ends it as {@code kill -9} does, without waiting. */
    public void kill() {
        process.destroyForcibly();
    }

    public void awaitEnd() throws InterruptedException {
        process.waitFor();
    }

    /** The processor time that it has used, in milliseconds. */
    public double processorMillis() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e6;
    }

    /** The memory that it has touched and not given back, in MiB. */
    public double residentMiB() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            String line =
                    lines.filter(one -> one.startsWith("VmRSS:")).findFirst().orElse("VmRSS: 0 kB");
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }

    /** Lets it end by itself, and ends it if it does not. */
    @Override
    public void close() {
        try {
            orders.close();
        } catch (IOException gone) {
            process.destroyForcibly();
        }
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.add(line);
            }
            said.add(END);
        } catch (IOException killed) {
            said.add(END);
        }
    }
}
