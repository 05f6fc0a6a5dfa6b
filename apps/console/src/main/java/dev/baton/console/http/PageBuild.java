package dev.baton.console.http;

import dev.baton.support.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The files of the page in this build. */
final class PageBuild {
    static final String FOLDER = "/dev/baton/console/page";

    /** What the worker runs, which tabs of the same build share. */
    private static final List<String> WORKER = List.of("worker.js", "connection.js", "requests.js");

    private static final Pattern FILE = Pattern.compile("(/[A-Za-z0-9@_-][A-Za-z0-9@._-]*)+\\.[a-z]+");

    private PageBuild() {}

    /** Returns an id that differs between builds whose tabs cannot share a worker. */
    static String id() {
        return id(PageBuild::text);
    }

    /** Returns the id of a build whose files have these texts. */
    static String id(UnaryOperator<String> texts) {
        String all = WORKER.stream().map(texts).collect(Collectors.joining());
        return Sha256.hex(all).substring(0, 12);
    }

    /** Returns whether a path of the server is a file of the page or of its libraries. */
    static boolean serves(String path) {
        return path.equals("/")
                || (FILE.matcher(path).matches()
                        && (PageBuild.class.getResource(FOLDER + path) != null
                                || PageBuild.class.getResource("/META-INF/resources" + path) != null));
    }

    /** Returns the text of a file of the page. */
    static String text(String name) {
        try (InputStream stream = PageBuild.class.getResourceAsStream(FOLDER + "/" + name)) {
            if (stream == null) {
                throw new IllegalStateException("this build does not contain " + name + " of the page");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
