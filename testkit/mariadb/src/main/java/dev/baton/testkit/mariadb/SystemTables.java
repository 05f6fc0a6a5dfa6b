package dev.baton.testkit.mariadb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Creates the system tables of a new server, with the server itself and no other program. */
final class SystemTables {
    /** The folder depends on the release of the operating system. */
    private static final List<Path> SCRIPTS = List.of(Path.of("/usr/share/mysql"), Path.of("/usr/share/mariadb"));

    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/sbin/mariadbd"), Path.of("/usr/local/sbin/mariadbd"));

    private SystemTables() {}

    /** Returns the start of a command of the server, for small data that need not survive a power failure. */
    static List<String> command(Path data) {
        Path program = PROGRAMS.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no mariadbd; install mariadb-server-core"));
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--innodb-buffer-pool-size=32M",
                "--innodb-log-file-size=8M",
                "--skip-log-bin"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        return command;
    }

    static void create(Path data) throws IOException {
        List<String> command = new ArrayList<>(command(data));
        command.add("--bootstrap");
        Path log = data.resolve("bootstrap.log");
        Process server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try (OutputStream input = server.getOutputStream()) {
            send(input, "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
            for (String name : List.of("system_tables.sql", "performance_tables.sql", "system_tables_data.sql")) {
                try (Stream<String> lines = Files.lines(script(name))) {
                    for (String line : (Iterable<String>) lines::iterator) {
                        send(input, line + "\n");
                    }
                }
            }
            String user = "'" + MariadbTestServer.USER + "'@'%'";
            send(input, "FLUSH PRIVILEGES;\nCREATE USER " + user + ";\n");
            send(input, "GRANT ALL PRIVILEGES ON *.* TO " + user + " WITH GRANT OPTION;\n");
        }
        try {
            if (server.waitFor() != 0) {
                throw new IOException("cannot create the system tables: " + Files.readString(log));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path script(String name) {
        return SCRIPTS.stream()
                .flatMap(folder -> Stream.of(folder.resolve("mysql_" + name), folder.resolve("mariadb_" + name)))
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no " + name + " in " + SCRIPTS));
    }

    private static void send(OutputStream input, String text) throws IOException {
        input.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
