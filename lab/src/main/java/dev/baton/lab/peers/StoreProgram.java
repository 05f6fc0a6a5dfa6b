package dev.baton.lab.peers;

import dev.baton.lab.LabProcess;
import dev.baton.lab.nemesis.store.NemesisStore;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;
import dev.baton.lab.peers.member.ShedLockPeer;
import dev.baton.lab.peers.member.SpringJdbcPeer;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A client in a JVM.
 *
 * @param election the name of the election
 * @param endpoint how a process reaches the store
 */
record StoreProgram(MemberKind kind, String election, Endpoint endpoint) implements StoreClient {
    private static final List<String> TABLES = List.of(ShedLockPeer.TABLE, SpringJdbcPeer.TABLE);

    /** The address of the store for a process. */
    interface Endpoint {
        String of(NemesisStore store, String process) throws Exception;
    }

    /** Returns Baton with its defaults. */
    static StoreProgram baton() {
        return new StoreProgram(MemberKind.BATON, "lab", NemesisStore::url);
    }

    /** Returns Baton on PostgreSQL with its default takeover. The URL of the nemesis has the one that promises more. */
    static StoreProgram batonFenced() {
        return new StoreProgram(
                MemberKind.BATON,
                "lab",
                (store, process) -> store.url(process).replace("takeover=exclusive", "takeover=fenced"));
    }

    /** Returns a system with JDBC locks, and the driver's own timeouts. */
    static StoreProgram jdbc(MemberKind kind) {
        return new StoreProgram(kind, "lab", (store, process) -> {
            String url = store.sql(process).orElseThrow().replace("&socketTimeout=5", "");
            createTables(url);
            return url;
        });
    }

    /** Returns a system that gets the addresses of servers. */
    static StoreProgram addresses(MemberKind kind, String election) {
        return new StoreProgram(kind, election, StoreProgram::addresses);
    }

    /** Returns a system that gets the URL for Baton. */
    static StoreProgram url(MemberKind kind) {
        return new StoreProgram(kind, "lab", NemesisStore::url);
    }

    /** Returns the hosts and ports at which a process reaches the servers of an engine. */
    static String addresses(NemesisStore store, String process) {
        return URI.create(store.url(process)).getRawAuthority();
    }

    private static void createTables(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute("CREATE TABLE IF NOT EXISTS " + table);
            }
        }
    }

    /** Returns the options of the JVM of a process. */
    static List<String> flags(Path history) {
        return List.of(
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.logFile=" + history + ".log");
    }

    @Override
    public PeerMember start(NemesisStore store, String name, Path history, List<String> environment) throws Exception {
        LabProcess process = LabProcess.startWithin(
                environment,
                flags(history),
                PeerProgram.class,
                kind.name(),
                endpoint.of(store, name),
                election,
                name,
                history.toString());
        process.await("waiting");
        return new ProgramMember(process);
    }
}
