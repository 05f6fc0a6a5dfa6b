package dev.baton.seams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A change of one source file or resource.
 *
 * @param module the folder of the module
 * @param source the file, below the module's main sources or resources
 * @param original a text that occurs once in the file
 * @param replacement the text that breaks a rule
 */
record SourceEdit(String module, String source, String original, String replacement) {

    /** Returns whether the file is used as it is, without a compiler. */
    boolean isResource() {
        return !source.endsWith(".java");
    }

    /** Writes the changed file below a folder and returns it. An earlier change of the same file is kept. */
    Path applyTo(Path root, Path folder) throws IOException {
        String main = isResource() ? "src/main/resources" : "src/main/java";
        Path from = root.resolve(module).resolve(main).resolve(source);
        Path to = folder.resolve(source);
        String text = Files.readString(Files.exists(to) ? to : from);
        int at = text.indexOf(original);
        if (at < 0 || text.indexOf(original, at + 1) >= 0) {
            throw new IllegalStateException(
                    from + " must contain this text once, to be replaced by a planted bug:\n" + original);
        }
        Files.createDirectories(to.getParent());
        return Files.writeString(to, text.replace(original, replacement));
    }

    /** Returns the sources of the module that were not written below the folder. */
    List<Path> unchangedSources(Path root, Path folder) throws IOException {
        Path main = root.resolve(module).resolve("src/main/java");
        try (Stream<Path> files = Files.walk(main)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file ->
                            !Files.exists(folder.resolve(main.relativize(file).toString())))
                    .toList();
        }
    }
}
