package dev.baton.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The complete gateway with real processes: a driver, its children, and three replicas on one store. */
class GatewayTest {
    private static final String GOOD = "echo ready; exec sleep 600";
    private static final String FAILING = "exit 3";
    private static final String STUBBORN = "trap : TERM; echo ready; while :; do sleep 0.1; done";

    @TempDir
    Path directory;

    @Test // LEASE-4, LEASE-5, LEASE-7, LEASE-8
    void everyReplicaServesEveryTransitionAndOnlyLeaderCallsDriver() throws Exception {
        try (GatewayFleet fleet = new GatewayFleet(directory)) {
            String leader = fleet.leader();
            assertThat(fleet.write("a", "POST", "good", GOOD)).isEqualTo(201);
            assertThat(fleet.write("a", "POST", "good", GOOD)).isEqualTo(409);
            assertThat(fleet.write("b", "POST", "failing", FAILING)).isEqualTo(201);
            assertThat(fleet.write("c", "POST", "stubborn", STUBBORN)).isEqualTo(201);
            assertThat(fleet.write("c", "POST", "vanishing", STUBBORN)).isEqualTo(201);
            GatewayFleet.await(() -> fleet.phase("c", "good").equals("ready"));
            GatewayFleet.await(() -> fleet.phase("a", "failing").equals("error"));
            GatewayFleet.await(() -> fleet.phase("a", "stubborn").equals("ready"));
            GatewayFleet.await(() -> fleet.phase("b", "vanishing").equals("ready"));
            GatewayFleet.await(() -> fleet.replicas().stream().allMatch(id -> fleet.number(id, "indexed") == 4));

            assertThat(fleet.write("b", "PUT", "good", "another spec")).isEqualTo(200);
            assertThat(fleet.phase("a", "good")).isEqualTo("ready");

            assertThat(fleet.write("a", "DELETE", "stubborn", "")).isEqualTo(202);
            assertThat(fleet.phase("b", "stubborn")).isEqualTo("deleting");
            fleet.deleteInDriver("vanishing");
            GatewayFleet.await(() -> fleet.phase("b", "vanishing").equals("deleting"));
            GatewayFleet.await(() -> isDeleted(fleet, "a", "stubborn") && isDeleted(fleet, "a", "vanishing"));
            assertThat(fleet.calls().keySet()).allMatch(call -> call.startsWith(leader + " "));

            fleet.replaceDriver(0);
            GatewayFleet.await(() -> isDeleted(fleet, "b", "good") && isDeleted(fleet, "b", "failing"));
            assertThat(fleet.calls().keySet()).isNotEmpty().allMatch(call -> call.startsWith(leader + " "));
            System.out.println("calls by replica " + fleet.calls());

            fleet.end(leader, "TERM");
            String next = fleet.leader();
            assertThat(fleet.write(next, "POST", "later", GOOD)).isEqualTo(201);
            GatewayFleet.await(() -> fleet.phase(next, "later").equals("ready"));
        }
    }

    @Test // LEASE-7
    void singleReplicaReconcilesWithoutAStoreUrlAndWithoutALease() throws Exception {
        try (GatewayFleet fleet = GatewayFleet.single(directory)) {
            assertThat(fleet.leader()).isEqualTo("single");
            assertThat(fleet.number("single", "epoch")).isZero();
            assertThat(fleet.write("single", "POST", "good", GOOD)).isEqualTo(201);
            GatewayFleet.await(() -> fleet.phase("single", "good").equals("ready"));
            fleet.deleteInDriver("good");
            GatewayFleet.await(() -> isDeleted(fleet, "single", "good"));
            assertThat(directory.resolve("sandboxes.db")).exists();
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files)
                        .noneMatch(file -> file.getFileName().toString().contains("lease"));
            }
        }
    }

    @Test // LEASE-4, LEASE-7
    @Tag("proof")
    void successorFinishesSweepOfKilledLeader() throws Exception {
        try (GatewayFleet fleet = new GatewayFleet(directory)) {
            killLeaderDuringSweep(fleet);
        }
    }

    @Test // LEASE-4, LEASE-7
    void standbyTakesOverFromKilledLeaderOnPostgres() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            String store = "postgres://postgres@localhost:" + server.getPort() + "/postgres";
            try (GatewayFleet fleet = new GatewayFleet(directory, store, "lease:" + store)) {
                killLeaderDuringSweep(fleet);
            }
        }
    }

    private static void killLeaderDuringSweep(GatewayFleet fleet) throws Exception {
        String leader = fleet.leader();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add("s-" + i);
            assertThat(fleet.write("a", "POST", "s-" + i, GOOD)).isEqualTo(201);
        }
        GatewayFleet.await(
                () -> ids.stream().allMatch(id -> fleet.phase("b", id).equals("ready")));
        long epoch = fleet.epoch("b", "s-0");
        fleet.replaceDriver(1_000);
        GatewayFleet.await(() -> fleet.calls().get(leader + " get") instanceof Long gets && gets >= 2);
        assertThat(fleet.calls().get(leader + " get")).isNotEqualTo(6L);
        fleet.end(leader, "KILL");
        String next = fleet.leader();
        assertThat(fleet.number(next, "epoch")).isGreaterThan(epoch);
        GatewayFleet.await(() -> ids.stream().allMatch(id -> isDeleted(fleet, next, id)));
    }

    @Test // LEASE-4, LEASE-8
    @Tag("proof")
    void standbysServeRequestsAndOneTakesOverWhenLeaderIsFrozen() throws Exception {
        try (GatewayFleet fleet = new GatewayFleet(directory)) {
            String frozen = fleet.leader();
            List<String> others = new ArrayList<>(fleet.replicas());
            others.remove(frozen);
            fleet.signal(frozen, "STOP");
            int round = 0;
            while (others.stream().noneMatch(id -> fleet.flag(id, "reconciling"))) {
                String id = "s-" + round;
                assertThat(fleet.write(others.get(0), "POST", id, GOOD)).isEqualTo(201);
                assertThat(fleet.write(others.get(1), "PUT", id, "changed")).isEqualTo(200);
                assertThat(fleet.phase(others.get(0), id)).isIn("provisioning", "ready");
                assertThat(fleet.write(others.get(1), "DELETE", id, "")).isEqualTo(202);
                round++;
            }
            assertThat(round).as("rounds of writes without a leader").isGreaterThan(3);
            assertThat(fleet.write(others.get(0), "POST", "last", GOOD)).isEqualTo(201);
            GatewayFleet.await(() -> fleet.phase(others.get(1), "last").equals("ready"));
            fleet.signal(frozen, "CONT");
            GatewayFleet.await(() -> !fleet.flag(frozen, "reconciling") && fleet.flag(frozen, "warm"));
            assertThat(others).anyMatch(id -> fleet.flag(id, "reconciling"));
        }
    }

    /** Returns whether the sandbox is deleted, or its record is already removed. */
    private static boolean isDeleted(GatewayFleet fleet, String replica, String id) {
        String phase = fleet.phase(replica, id);
        return phase.equals("deleted") || phase.equals("none");
    }
}
