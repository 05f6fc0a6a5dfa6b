package dev.baton.lab.peers;

import dev.baton.lab.nemesis.store.NemesisStore;
import dev.baton.lab.nemesis.store.StoreKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.zookeeper.Version;

/** What serves a store, with its version. */
final class StoreVersions {
    private StoreVersions() {}

    static String of(StoreKind kind, NemesisStore store, String process) throws IOException, SQLException {
        Optional<String> database = store.sql(process);
        if (database.isPresent()) {
            return ofDatabase(database.get());
        }
        return switch (kind) {
            case FILE -> "a local file system";
            case QUORUM -> "the three processes themselves, over TCP";
            case MQTT -> firstLine("mosquitto", "-h") + "; the three processes are the members";
            case ETCD, ETCD_CLUSTER -> store.description() + ", " + firstLine("etcd", "--version");
            case ZOOKEEPER, ZOOKEEPER_ENSEMBLE -> store.description() + ", version " + Version.getVersion();
            default -> store.description();
        };
    }

    private static String ofDatabase(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            DatabaseMetaData facts = connection.getMetaData();
            return facts.getDatabaseProductName() + " " + facts.getDatabaseProductVersion();
        }
    }

    /** Returns the first line that a command prints. */
    static String firstLine(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            return String.valueOf(lines.readLine());
        }
    }
}
