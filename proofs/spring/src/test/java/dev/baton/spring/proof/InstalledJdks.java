package dev.baton.spring.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of this machine. */
final class InstalledJdks {
    private static final Path FOLDER = Path.of("/usr/lib/jvm");
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    private InstalledJdks() {}

    /** Returns the newest one, which may be that of the tests. */
    static Path newest() {
        Path newest = Path.of(System.getProperty("java.home"));
        int version = Runtime.version().feature();
        if (!Files.isDirectory(FOLDER)) {
            return newest;
        }
        try (Stream<Path> jdks = Files.list(FOLDER)) {
            for (Path jdk : jdks.filter(each -> Files.isExecutable(each.resolve("bin/java")))
                    .toList()) {
                if (version(jdk) > version) {
                    newest = jdk;
                    version = version(jdk);
                }
            }
            return newest;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static int version(Path jdk) throws IOException {
        Path release = jdk.resolve("release");
        Matcher version = VERSION.matcher(Files.exists(release) ? Files.readString(release) : "");
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }
}
