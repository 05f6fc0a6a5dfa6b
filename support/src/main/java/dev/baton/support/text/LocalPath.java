package dev.baton.support.text;

import java.io.File;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Absolute paths that mean the same to every process. Java names files in the encoding of the locale. Where that is not
 * UTF-8, the same text can name another file than in the other processes, and a working directory that has characters
 * outside of the encoding becomes another one, with question marks: two candidates would lead, each in a place of its own.
 */
public final class LocalPath {
    private static final Charset FILE_NAMES = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    /** In place of bytes that could not be decoded. */
    private static final char REPLACEMENT = '\uFFFD';

    private LocalPath() {}

    /**
     * Returns the absolute path of a text, in which {@code ~} at the beginning is the home directory.
     *
     * @throws IllegalArgumentException if another process may find another file there, or the text is no path
     */
    public static Path of(String text) {
        return absolute(Path.of(requireSame(HomePath.expand(text), FILE_NAMES)));
    }

    /**
     * Returns the absolute path.
     *
     * @throws IllegalArgumentException if another process may find another file there
     */
    public static Path absolute(Path path) {
        if (!path.isAbsolute()) {
            requireSame(System.getProperty("user.dir", ""), FILE_NAMES);
        }
        requireSame(path.toString(), FILE_NAMES);
        return path.toAbsolutePath().normalize();
    }

    /** Returns the text, if every process names the same file by it. */
    static String requireSame(String path, Charset fileNames) {
        // On Windows, file names are no bytes.
        if (File.separatorChar == '/' && !isSame(path, fileNames)) {
            throw new IllegalArgumentException("the path " + path + " has characters that this process cannot name as"
                    + " others do: its encoding of file names is " + fileNames
                    + ". Start it with a UTF-8 locale (LC_ALL=C.UTF-8), or use a path of ASCII characters");
        }
        return path;
    }

    private static boolean isSame(String path, Charset fileNames) {
        try {
            return path.indexOf(REPLACEMENT) < 0
                    && fileNames
                            .newEncoder()
                            .encode(CharBuffer.wrap(path))
                            .equals(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(path)));
        } catch (CharacterCodingException notInThisEncoding) {
            return false;
        }
    }
}
