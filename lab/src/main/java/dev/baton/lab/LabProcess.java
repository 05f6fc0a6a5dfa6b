package dev.baton.lab;

import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
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

/** A child process, usually a JVM with the class path of this one. It receives commands and sends replies as lines. */
public final class LabProcess implements AutoCloseable {
    /** For programs of the lab that must log only problems. */
    public static final List<String> QUIET = List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

    private static final long TIMEOUT_SECONDS = 120;
    private static final String END = "(end)";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    private LabProcess(Process process) {
        this.process = process;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        NamedThreads.start("child-" + process.pid(), this::readReplies);
    }

    public static LabProcess start(List<String> flags, Class<?> program, String... args) throws IOException {
        return startWithin(List.of(), flags, program, args);
    }

    /** Starts a program of the lab with other words before its command, which run it on another machine, for example. */
    public static LabProcess startWithin(List<String> prefix, List<String> flags, Class<?> program, String... args)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(javaCommand(flags, program.getName()));
        command.addAll(List.of(args));
        return new LabProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Starts a program that does not belong to the lab. Its output goes to a file. */
    public static LabProcess start(List<String> command, Path log) throws IOException {
        return new LabProcess(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    /** Returns a command that runs a class of this JVM's class path; arguments can be added. */
    public static List<String> javaCommand(List<String> flags, String mainClass) {
        return javaCommand(System.getProperty("java.class.path"), flags, mainClass);
    }

    /** Does the same with another class path, such as one with a planted bug in front. */
    public static List<String> javaCommand(String classPath, List<String> flags, String mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, mainClass));
        return command;
    }

    public void send(String command) {
        commands.println(command);
    }

    /** Returns the other words of the next reply that starts with the given word; drops the replies before it. */
    public List<String> await(String word) throws Exception {
        return await(word, TIMEOUT_SECONDS)
                .orElseThrow(() -> new IOException("no reply \"" + word + "\" within " + TIMEOUT_SECONDS + " s"));
    }

    /** Does the same with another timeout; 0 only looks at replies that have arrived. Returns empty after it. */
    public Optional<List<String>> await(String word, long seconds) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            String line = replies.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                return Optional.empty();
            }
            List<String> words = List.of(line.split(" ", -1));
            if (words.get(0).equals(word)) {
                return Optional.of(words.subList(1, words.size()));
            }
            if (line.equals(END)) {
                throw new IOException("process " + process.pid() + " ended before it sent \"" + word + "\"");
            }
        }
    }

    /** Returns the words of the next reply; empty if there is none in time. */
    public Optional<List<String>> next(long seconds) throws Exception {
        String line = replies.poll(seconds, TimeUnit.SECONDS);
        if (END.equals(line)) {
            throw new IOException("process " + process.pid() + " ended early");
        }
        return Optional.ofNullable(line).map(text -> List.of(text.split(" ", -1)));
    }

    /** Returns the last word of that reply as a number, by convention a monotonic time in nanoseconds. */
    public long awaitNumber(String word) throws Exception {
        List<String> words = await(word);
        return Long.parseLong(words.get(words.size() - 1));
    }

    /** Drops all replies received so far. */
    public void clearReplies() {
        replies.clear();
    }

    /** Ends the process as {@code kill -9} does, without waiting. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Sends a signal, such as {@code STOP} or {@code CONT}, and waits until it is sent. */
    public void signal(String name) throws IOException {
        Process kill = new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        if (kill.onExit().join().exitValue() != 0) {
            throw new IOException("could not send " + name + " to process " + process.pid());
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end of the process; returns whether it has ended in time. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Closes the input, which ends programs of the lab. */
    public void closeInput() {
        commands.close();
    }

    public void awaitEnd() {
        process.onExit().join();
    }

    /** Returns the CPU time used so far, in milliseconds. */
    public double cpuMillis() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e6;
    }

    /** Returns the resident memory, in MiB. */
    public double residentMiB() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            String line =
                    lines.filter(one -> one.startsWith("VmRSS:")).findFirst().orElse("VmRSS: 0 kB");
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }

    /** Returns the number of open files below the directory. */
    public long openFiles(Path directory) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return descriptors.filter(one -> isBelow(directory, one)).count();
        }
    }

    private static boolean isBelow(Path directory, Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(directory);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    /** Closes the input, which ends programs of the lab, and kills a process that does not end. */
    @Override
    public void close() {
        commands.close();
        process.onExit()
                .completeOnTimeout(process, TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .join();
        kill();
    }

    private void readReplies() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(replies::add);
        } catch (IOException | UncheckedIOException killed) {
            // A killed process has no more replies.
        } finally {
            replies.add(END);
        }
    }
}
