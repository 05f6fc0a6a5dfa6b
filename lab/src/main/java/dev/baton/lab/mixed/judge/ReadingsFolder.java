package dev.baton.lab.mixed.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The folder with the readings of all processes of a trial. */
public final class ReadingsFolder {
    private ReadingsFolder() {}

    /** Returns the readings in all files with this ending. Incomplete last lines of killed processes are dropped. */
    public static List<LeadReading> read(Path folder, String ending) throws IOException {
        List<LeadReading> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(ending))
                    .sorted()
                    .toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> LeadReading.parse(line).ifPresent(all::add));
                }
            }
        }
        return all;
    }
}
