package dev.baton.seams;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract's random calls, for longer than in the fast tier. {@code -Dcontract.seconds=N} changes the time. */
class LongRandomCallsTest {

    @TempDir
    Path folder;

    static List<String> contracts() {
        return List.of(
                "dev.baton.testkit.MemoryBackendContractTest",
                "dev.baton.file.FileBackendContractTest",
                "dev.baton.lease.SqliteBackendContractTest",
                "dev.baton.lease.PostgresBackendContractTest",
                "dev.baton.lease.MariadbBackendContractTest",
                "dev.baton.postgres.NewestBackendContractTest",
                "dev.baton.etcd.EtcdBackendContractTest",
                "dev.baton.zookeeper.ZkBackendContractTest",
                "dev.baton.kubernetes.SimulatedBackendContractTest",
                "dev.baton.quorum.QuorumBackendContractTest",
                "dev.baton.quorum.mqtt.MqttBackendContractTest");
    }

    @ParameterizedTest // API-1, API-6
    @MethodSource("contracts")
    void onTwoSessionsLeaveAtMostOneLeader(String contract) throws Exception {
        assertPasses(contract, "randomCallsOnTwoSessionsLeaveAtMostOneLeader", 30);
    }

    /** Every round starts a process, except in memory. */
    @ParameterizedTest // API-1, API-6
    @MethodSource("contracts")
    void inTwoProcessesLeaveAtMostOneLeader(String contract) throws Exception {
        assertPasses(contract, "randomCallsInTwoProcessesLeaveAtMostOneLeader", 8);
    }

    private void assertPasses(String contract, String test, long seconds) throws Exception {
        MutantTrial trial = new MutantTrial(folder);
        boolean passed =
                trial.passes(contract, test, "-Dcontract.seconds=" + Long.getLong("contract.seconds", seconds));
        assertThat(passed).as(trial.output()).isTrue();
    }
}
