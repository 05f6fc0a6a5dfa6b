package dev.baton.postgres;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A dump of one database by {@code pg_dump}, whose restoration replaces the tables. */
record SqlDump(PostgresTestServer server, String database, Path file) {
    private static final Path DUMP = Path.of("/usr/bin/pg_dump");
    private static final Path PSQL = Path.of("/usr/bin/psql");

    /** Writes the dump into the folder. Aborts the test if the programs are not installed. */
    static SqlDump of(PostgresTestServer server, String database, Path folder) {
        assumeTrue(Files.isExecutable(DUMP) && Files.isExecutable(PSQL), "pg_dump and psql are not installed");
        SqlDump dump = new SqlDump(server, database, folder.resolve("dump.sql"));
        dump.run(DUMP, "--clean", "--if-exists");
        return dump;
    }

    void restore() {
        run(PSQL, "-q", "-1", "-v", "ON_ERROR_STOP=1");
    }

    private void run(Path program, String... options) {
        List<String> words = new ArrayList<>(List.of(program.toString(), "-h", "localhost", "-U", "postgres"));
        words.addAll(List.of("-p", Integer.toString(server.port()), "-f", file.toString()));
        words.addAll(List.of(options));
        words.add(database);
        TestCommands.run(words.toArray(new String[0]));
    }
}
