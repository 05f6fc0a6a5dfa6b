package dev.baton.file;

import dev.baton.support.text.LocalPath;
import dev.baton.support.text.UrlParameters;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A parsed {@code file:DIR[?on-unreadable=observe|lead]}.
 *
 * @param leadsOnUnreadable whether a candidate leads, without an epoch, while the lock cannot be read
 */
record FileUrl(Path directory, boolean leadsOnUnreadable) {
    private static final String SCHEME = "file:";

    static FileUrl parse(String url) {
        UrlParameters parameters = UrlParameters.of(url, "file:DIR[?on-unreadable=observe|lead]");
        String onUnreadable = parameters
                .takeOneOf("on-unreadable", List.of("observe", "lead"))
                .orElse("observe");
        parameters.refuseOthers();
        String location = UrlParameters.withoutParameters(url);
        if (!location.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            throw parameters.wrong("not a file: URL");
        }
        String path = location.substring(SCHEME.length());
        if (path.startsWith("//") && !path.startsWith("///") && path.length() > 2) {
            throw parameters.wrong("two slashes begin the name of a host, but the folder of a file: URL is on this"
                    + " machine; write file:///DIR or file:/DIR for an absolute path, file:DIR for a relative one");
        }
        String directory = path.startsWith("//") ? path.substring(2) : path;
        if (directory.isEmpty()) {
            throw parameters.wrong("the URL contains no directory");
        }
        try {
            return new FileUrl(LocalPath.of(directory), onUnreadable.equals("lead"));
        } catch (InvalidPathException malformed) {
            throw parameters.wrong("the URL does not contain a valid path");
        }
    }
}
