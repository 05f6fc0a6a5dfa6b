package dev.baton.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts another process of this program. */
final class JavaCommand {

    private JavaCommand() {}

    /** Returns the command line for these arguments, with the Java and the class path of this process. */
    static List<String> ofThisProcess(String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xlog:disable"));
        String archive = System.getProperty("baton.archive", "");
        if (!archive.isEmpty()) {
            words.add("-XX:SharedArchiveFile=" + archive);
        }
        words.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        words.add(CommandLog.javaOption());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        words.addAll(List.of(arguments));
        return words;
    }
}
