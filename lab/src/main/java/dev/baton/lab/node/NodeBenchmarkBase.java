package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A benchmark with a PostgreSQL server that keeps what it confirms, and a folder, both gone when it is over. */
abstract class NodeBenchmarkBase implements Benchmark {
    private final String name;
    private final String about;
    private final String counts;
    private final int usualCount;

    NodeBenchmarkBase(String name, String about, String counts, int usualCount) {
        this.name = name;
        this.about = about;
        this.counts = counts;
        this.usualCount = usualCount;
    }

    /** Where it is measured: a server, and a folder for files. */
    record Site(EmbeddedPostgres server, Path folder) {

        /** Host, port and database, as a URL has them. */
        String address() {
            return "localhost:" + server.getPort() + "/postgres";
        }

        String postgres() {
            return "postgres://postgres@" + address();
        }

        String sqlite() {
            return "sqlite:" + folder.resolve("node.db");
        }

        String lockFile() {
            return "file:" + folder.resolve("lock");
        }
    }

    abstract void measure(Site site, int count, BenchmarkReport report) throws IOException, InterruptedException;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String about() {
        return about;
    }

    @Override
    public final String counts() {
        return counts;
    }

    @Override
    public final int usualCount() {
        return usualCount;
    }

    @Override
    public final void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("baton-lab");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            measure(new Site(server, folder), count, report);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
