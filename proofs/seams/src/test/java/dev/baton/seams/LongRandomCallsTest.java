package dev.baton.seams;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract's random calls, for longer than in the fast tier. {@code -Dcontract.seconds=N} changes the time. */
class LongRandomCallsTest {

    @TempDir
    Path folder;

    @ParameterizedTest // API-1, API-6
    @ValueSource(
            strings = {
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
                "dev.baton.quorum.mqtt.MqttBackendContractTest"
            })
    void leaveAtMostOneLeader(String contract) throws Exception {
        MutantTrial trial = new MutantTrial(folder);
        boolean passed = trial.passes(
                contract,
                "randomCallsOnTwoSessionsLeaveAtMostOneLeader",
                "-Dcontract.seconds=" + Long.getLong("contract.seconds", 30));
        assertThat(passed).as(trial.output()).isTrue();
    }
}
