package dev.baton.quorum.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A change of one source file of the quorum.
 *
 * @param source the file, below the package {@code dev.baton.quorum}
 * @param original a text that occurs once in the file
 * @param replacement the text that breaks a rule
 */
record SourceChange(String source, String original, String replacement) {
    private static final String PACKAGE = "dev/baton/quorum";

    /** Writes the changed file below a folder and returns it. An earlier change of the same file is kept. */
    Path applyTo(Path sources, Path folder) throws IOException {
        Path from = sources.resolve(PACKAGE).resolve(source);
        Path to = folder.resolve(PACKAGE).resolve(source);
        String text = Files.readString(Files.exists(to) ? to : from);
        int at = text.indexOf(original);
        if (at < 0 || text.indexOf(original, at + 1) >= 0) {
            throw new IllegalStateException(
                    from + " must contain this text once, to be replaced by a planted bug:\n" + original);
        }
        Files.createDirectories(to.getParent());
        return Files.writeString(to, text.replace(original, replacement));
    }
}
