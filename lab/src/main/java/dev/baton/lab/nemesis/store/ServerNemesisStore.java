package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A store on a database server that every process reaches through its own proxy. */
final class ServerNemesisStore implements NemesisStore {
    private static final Duration SESSION_LIMIT = Duration.ofSeconds(20);

    private final TrialPlan plan;
    private final DatabaseTrialServer server;
    private final DatabaseUrls urls;
    private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();

    /**
     * The URLs of a database.
     *
     * @param timing the timing of the store
     * @param changed the URL with a longer validity
     * @param recovery the documented time until there is a leader again
     * @param restore a fault that restores older data, if the guarantees hold then
     */
    record DatabaseUrls(
            LeaseTiming timing,
            Duration recovery,
            PortUrl store,
            PortUrl changed,
            PortUrl jdbc,
            Optional<Supplier<ActiveFault>> restore) {}

    /** A URL by the port. */
    interface PortUrl {
        String at(int port);
    }

    ServerNemesisStore(TrialPlan plan, DatabaseTrialServer server, DatabaseUrls urls) throws SQLException {
        this.plan = plan;
        this.server = server;
        this.urls = urls;
        plan.processes().forEach(name -> proxies.put(name, FaultProxy.to("127.0.0.1", server.port())));
        LeaderTable.create(urls.jdbc().at(server.port()), plan.elections());
    }

    /** Starts {@code postgres:}; overlaps are promised with {@code takeover=exclusive} only. */
    static NemesisStore postgres(TrialPlan plan) throws SQLException {
        PostgresTrialServer server = new PostgresTrialServer();
        // The validity is 15/16 of the patience.
        Optional<Duration> patience =
                plan.validity().map(validity -> validity.multipliedBy(16).dividedBy(15));
        LeaseTiming timing = LeaseTiming.of(patience, "patience", Duration.ofSeconds(16));
        return new ServerNemesisStore(
                plan,
                server,
                new DatabaseUrls(
                        new LeaseTiming(timing.validity().multipliedBy(15).dividedBy(16), timing.parameters()),
                        timing.validity().multipliedBy(2),
                        port -> timing.url(postgresUrl(port, server), "takeover=exclusive"),
                        port -> timing.longer("patience").url(postgresUrl(port, server), "takeover=exclusive"),
                        port -> postgresRows(port, server),
                        Optional.of(() -> server.restore(timing.validity().multipliedBy(3)))));
    }

    /** Starts {@code lease:postgres:}. */
    static NemesisStore leasePostgres(TrialPlan plan) throws SQLException {
        PostgresTrialServer server = new PostgresTrialServer();
        LeaseTiming timing = leaseTiming(plan);
        return new ServerNemesisStore(
                plan,
                server,
                new DatabaseUrls(
                        timing,
                        leaseRecovery(timing),
                        port -> timing.url("lease:" + postgresUrl(port, server)),
                        port -> timing.longer("ttl").url("lease:" + postgresUrl(port, server)),
                        port -> postgresRows(port, server),
                        Optional.empty()));
    }

    /** Starts {@code lease:mariadb:}. */
    static NemesisStore leaseMariadb(TrialPlan plan) throws SQLException {
        MariadbTrialServer server = new MariadbTrialServer();
        LeaseTiming timing = leaseTiming(plan);
        return new ServerNemesisStore(
                plan,
                server,
                new DatabaseUrls(
                        timing,
                        leaseRecovery(timing),
                        port -> timing.url(mariadbUrl(port, server)),
                        port -> timing.longer("ttl").url(mariadbUrl(port, server)),
                        port -> "jdbc:mariadb://127.0.0.1:" + port + "/" + server.database()
                                + "?user=test&socketTimeout=5000",
                        Optional.empty()));
    }

    private static LeaseTiming leaseTiming(TrialPlan plan) {
        return LeaseTiming.of(plan.validity(), "ttl", Duration.ofSeconds(30));
    }

    /** A ttl, a tenth for a renewal that was seen late, and a third until the next attempt. */
    private static Duration leaseRecovery(LeaseTiming timing) {
        return timing.validity().multipliedBy(3).dividedBy(2);
    }

    private static String mariadbUrl(int port, MariadbTrialServer server) {
        return "lease:mariadb://test@127.0.0.1:" + port + "/" + server.database();
    }

    private static String postgresUrl(int port, PostgresTrialServer server) {
        return "postgres://postgres@127.0.0.1:" + port + "/" + server.database();
    }

    private static String postgresRows(int port, PostgresTrialServer server) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + server.database() + "?user=postgres&socketTimeout=5";
    }

    private FaultProxy proxy(String process) {
        return Optional.ofNullable(proxies.get(process))
                .orElseThrow(() -> new IllegalArgumentException("no process " + process));
    }

    @Override
    public String url(String process) {
        return urls.store().at(proxy(process).port());
    }

    @Override
    public String changedUrl(String process) {
        return urls.changed().at(proxy(process).port());
    }

    @Override
    public Duration validity() {
        return urls.timing().validity();
    }

    @Override
    public boolean isSharedByUsers() {
        return true;
    }

    @Override
    public Duration recovery() {
        return urls.recovery();
    }

    @Override
    public Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.copyOf(NetworkFaults.KINDS);
        all.addAll(ServerFaults.KINDS);
        all.add(FaultKind.SESSIONS);
        urls.restore().ifPresent(restore -> all.add(FaultKind.RESTORE));
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        if (fault.kind() == FaultKind.SESSIONS) {
            return ActiveFault.once(server::endSessions);
        }
        if (fault.kind() == FaultKind.RESTORE) {
            return urls.restore().orElseThrow().get();
        }
        return NetworkFaults.KINDS.contains(fault.kind())
                ? NetworkFaults.of(
                        fault, links(processes.target(fault).orElseThrow().name()))
                : ServerFaults.of(fault, server);
    }

    @Override
    public List<FaultProxy> links(String process) {
        return List.of(proxy(process));
    }

    @Override
    public Optional<String> sql(String process) {
        return Optional.of(urls.jdbc().at(proxy(process).port()));
    }

    @Override
    public List<String> left() throws Exception {
        List<String> found = new ArrayList<>(OpenClaims.in(urls.store().at(server.port()), plan.elections()));
        long deadline = System.nanoTime() + SESSION_LIMIT.toNanos();
        while (server.sessions() > 0 && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
        if (server.sessions() > 0) {
            found.add(server.sessions() + " sessions on the server");
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        proxies.values().forEach(FaultProxy::close);
        server.close();
    }
}
