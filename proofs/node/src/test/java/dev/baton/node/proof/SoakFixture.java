package dev.baton.node.proof;

import dev.baton.node.proof.Cluster.Response;
import dev.baton.testkit.FaultProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Two nodes on files, or on a PostgreSQL server that each reaches through its own proxy, two agents, and faults for all of
 * them.
 */
final class SoakFixture implements AutoCloseable {
    private final Path directory;
    private final Cluster cluster;
    private final CommandJobs commands;
    private final Optional<ProofPostgres> postgres;
    private final Map<String, FaultProxy> networks = new LinkedHashMap<>();
    private final Map<String, AgentProcess> agents = new LinkedHashMap<>();
    private final Set<String> extraJobs = new LinkedHashSet<>();

    SoakFixture(Path directory, boolean onServer) {
        this.directory = directory;
        this.cluster = new Cluster(directory);
        this.commands = new CommandJobs(directory);
        this.postgres = onServer ? Optional.of(new ProofPostgres()) : Optional.empty();
        for (String id : List.of("a", "b")) {
            String jobs = "sqlite:" + directory.resolve("node.db");
            String lock = "lease:sqlite:" + directory.resolve("lock.db") + "?ttl=2s";
            if (postgres.isPresent()) {
                FaultProxy network = FaultProxy.to("127.0.0.1", postgres.get().port());
                networks.put(id, network);
                jobs = ProofPostgres.url(network.port());
                lock = jobs + "?patience=3s";
            }
            cluster.start(id, "--on", lock, "--store", jobs, "--data-dir", directory.toString(), "--drain", "1");
        }
        cluster.awaitLeader();
        for (String name : List.of("c1", "c2")) {
            agents.put(name, startAgent(name));
        }
    }

    /** Starts an agent whose leases are shorter than most changes of the leader. */
    private AgentProcess startAgent(String name) {
        String nodes = cluster.node("a").url() + "," + cluster.node("b").url();
        return new AgentProcess(
                directory,
                name,
                "--node",
                nodes,
                "--labels",
                CommandJobs.LABEL,
                "--capacity",
                "3",
                "--ttl",
                "2",
                "--poll",
                "2");
    }

    Cluster cluster() {
        return cluster;
    }

    CommandJobs commands() {
        return commands;
    }

    DatabaseAudit audit() throws SQLException {
        if (postgres.isPresent()) {
            return postgres.get().audit();
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"))) {
            return new DatabaseAudit(connection);
        }
    }

    /** Causes one fault. Returns when it is over and there is a leader. */
    void cause(SoakFault fault) {
        String leader = cluster.awaitLeader();
        System.out.println("fault " + fault + " while " + leader + " leads");
        cause(fault, leader, cluster.other(leader));
        cluster.awaitLeader();
    }

    private void cause(SoakFault fault, String leader, String standby) {
        switch (fault) {
            case KILL_NODE -> {
                cluster.node(leader).kill();
                cluster.start(leader);
            }
            case KILL_STANDBY -> {
                cluster.node(standby).kill();
                awaitAcceptedJob(leader);
                cluster.start(standby);
            }
            case KILL_CONTROLLER -> signalController(leader, "KILL");
            case FREEZE_SUPERVISOR -> {
                cluster.node(leader).signal("STOP");
                cluster.await(
                        leader + " is not leader any more",
                        () -> !cluster.role(leader).equals("LEADER"));
                cluster.node(leader).signal("CONT");
            }
            case FREEZE_CONTROLLER -> freezeController(leader);
            case FREEZE_STANDBY -> {
                cluster.node(standby).signalAll("STOP");
                awaitAcceptedJob(leader);
                cluster.node(standby).signalAll("CONT");
            }
            case OUTAGE_LONGER_THAN_EVERY_LEASE -> {
                String key = "outage-" + UUID.randomUUID();
                startCommand(key, commands.endlessBody(key));
                cluster.nodes().forEach(NodeProcess::kill);
                cluster.await("the agents have ended their commands", () -> !commands.anyRuns());
                cluster.start("a");
                cluster.start("b");
            }
            case DRAIN_LEADER_WITH_JOBS -> drainWithAJob(leader);
            case DRAIN_STANDBY -> {
                drainStandby("POST", standby);
                cluster.await(
                        standby + " is drained",
                        () -> cluster.get(standby, "/readyz").status() == 503);
                awaitAcceptedJob(leader);
                drainStandby("DELETE", standby);
            }
            case CANCEL_DRAIN -> {
                cluster.post(leader, "/v1/drain", "{\"grace_s\":30}");
                Cluster.send("DELETE", cluster.node(leader).url() + "/v1/drain", "");
                awaitAcceptedJob(leader, standby);
            }
            case ROLLING_RESTART_OF_NODES -> {
                for (String id : List.of(standby, leader)) {
                    cluster.node(id).signal("TERM");
                    cluster.node(id).exitCode();
                    cluster.start(id);
                    awaitServing(id);
                    cluster.awaitLeader();
                }
            }
            case ROLLING_RESTART_OF_AGENTS -> restartAgents();
            case FREEZE_LEADER -> {
                cluster.node(leader).signalAll("STOP");
                cluster.awaitLeaderOtherThan(leader);
                cluster.node(leader).signalAll("CONT");
            }
            case CUT_OFF_LEADER -> {
                network(leader).blackhole();
                cluster.awaitLeaderOtherThan(leader);
                network(leader).heal();
            }
            case CUT_OFF_STANDBY -> {
                // A node that starts without its database serves nothing yet.
                awaitServing(standby);
                network(standby).blackhole();
                cluster.await(
                        standby + " cannot use the database",
                        () -> cluster.get(standby, "/readyz").status() == 503);
                awaitAcceptedJob(leader);
                network(standby).heal();
            }
            case RESET_CONNECTIONS -> {
                network(leader).reset();
                network(standby).reset();
            }
            case RESTART_DATABASE -> postgres.orElseThrow().restart();
            case KILL_DATABASE -> postgres.orElseThrow().killAndRestart(() -> {});
        }
    }

    private void awaitServing(String id) {
        cluster.await(id + " serves", () -> cluster.get(id, "/role").isOk());
    }

    private FaultProxy network(String id) {
        return Optional.ofNullable(networks.get(id)).orElseThrow();
    }

    private Optional<ProcessHandle> signalController(String id, String signal) {
        Optional<ProcessHandle> controller = cluster.node(id).child("controller");
        controller.ifPresent(child -> NodeProcess.signal(signal, child.pid()));
        return controller;
    }

    private void freezeController(String leader) {
        Optional<ProcessHandle> controller = signalController(leader, "STOP");
        cluster.await("its supervisor kills it", () -> controller.stream().noneMatch(ProcessHandle::isAlive));
    }

    private void drainStandby(String method, String id) {
        String url = cluster.node(id).url() + "/v1/drain";
        cluster.await(
                method + " " + url,
                () -> Cluster.send(method, url, "{\"node_id\":\"" + id + "\"}").isOk());
    }

    /** Waits until one of these nodes accepts a job. */
    private void awaitAcceptedJob(String... ids) {
        String key = UUID.randomUUID().toString();
        String body = "{\"name\":\"extra\",\"max_attempts\":1000}";
        cluster.await(
                "one of " + List.of(ids) + " accepts a job",
                () -> Stream.of(ids).anyMatch(id -> {
                    Response created = cluster.post(id, "/v1/jobs", body, "Idempotency-Key", key);
                    if (created.isOk()) {
                        extraJobs.add(created.text("id"));
                    }
                    return created.isOk();
                }));
    }

    /** Returns the jobs that this fixture has submitted, when they have ended. */
    Set<String> endedExtraJobs() {
        for (String id : extraJobs) {
            cluster.await("extra job " + id + " has its result", () -> {
                String state =
                        cluster.get(cluster.awaitLeader(), "/v1/jobs/" + id).text("state");
                return state.equals("succeeded") || state.equals("failed");
            });
        }
        return extraJobs;
    }

    /** Submits a job and returns its id when its command runs, so that its lease is current. */
    private String startCommand(String key, String body) {
        String id = cluster.submit(key, body).text("id");
        commands.accepted(id);
        extraJobs.add(id);
        cluster.await("the command of " + key + " runs", () -> commands.hasStarted(key));
        return id;
    }

    /** Drains the leader while a command runs. The command ends in the next term, with its own result. */
    private void drainWithAJob(String leader) {
        String key = "drain-" + UUID.randomUUID();
        String id = startCommand(key, commands.heldBody(key));
        long epoch = cluster.get(leader, "/role").number("leader_epoch");
        cluster.await(
                "the drain begins",
                () -> cluster.post(leader, "/v1/drain", "{\"grace_s\":2}").isOk()
                        || !cluster.role(leader).equals("LEADER"));
        cluster.await(
                "the next term",
                () -> cluster.leader()
                        .filter(next -> cluster.get(next, "/role").number("leader_epoch") > epoch)
                        .isPresent());
        cluster.await(
                "the lease is current after the drain",
                () -> cluster.leader()
                        .filter(next -> cluster.get(next, "/v1/jobs/" + id)
                                .text("state")
                                .equals("leased"))
                        .isPresent());
        commands.release(key);
    }

    private void restartAgents() {
        String key = "restart-" + UUID.randomUUID();
        startCommand(key, commands.endlessBody(key));
        for (String name : List.copyOf(agents.keySet())) {
            Optional.ofNullable(agents.remove(name)).orElseThrow().terminate();
            agents.put(name, startAgent(name));
        }
    }

    @Override
    public void close() {
        agents.values().forEach(AgentProcess::close);
        cluster.close();
        networks.values().forEach(FaultProxy::close);
        postgres.ifPresent(ProofPostgres::close);
    }
}
