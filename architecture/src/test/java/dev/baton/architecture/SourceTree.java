package dev.baton.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The repository, as the tests of the house read it. */
final class SourceTree {
    static final Path ROOT = root();

    private SourceTree() {}

    static List<Path> files(String ending) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .filter(file ->
                            !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.git|\\.baton-build)/.*"))
                    .forEach(found::add);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return found;
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(here.resolve("verify"))) {
            here = here.getParent();
        }
        return here;
    }
}
