package dev.baton.lab.quorum;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.nio.file.Files;
import java.util.List;

/**
 * From a request to the leader until the target has acquired, with three members that are connected through a broker, beside
 * the round trip of a request and its response through the same broker.
 */
public final class MqttTransferBenchmark extends Benchmark {
    private static final List<String> IDS = List.of("n1", "n2", "n3");

    public MqttTransferBenchmark() {
        super(
                "mqtt-transfer",
                "transfer of the leadership over MQTT, beside three round trips through the broker",
                "transfers",
                50);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        if (!MosquittoServer.isInstalled()) {
            report.note("mosquitto is not installed (Debian: mosquitto)");
            return;
        }
        try (TrialDirectory directory = TrialDirectory.open();
                MosquittoServer broker = new MosquittoServer(directory)) {
            Files.writeString(directory.path("key"), "a key for benchmarks only");
            String group = "mqtt://127.0.0.1:" + broker.port() + "/lab?members=" + String.join(",", IDS) + "&key-file="
                    + directory.path("key");
            try (LabCluster cluster = cluster(directory, group);
                    Baton observer = Baton.connect(group);
                    BrokerEcho echo = new BrokerEcho(broker.port())) {
                cluster.startAll();
                cluster.awaitLeader("");
                SampleSet roundTrips = new SampleSet();
                SampleSet transfers = new SampleSet();
                SampleSet echoes = new SampleSet();
                for (int i = 0; i < count; i++) {
                    transfers.add(transfer(cluster));
                    roundTrips.add(3 * roundTrip(observer.election("lab")));
                    echoes.add(echo.millis());
                }
                report.medians("3 members, transfer to acquired, against 3 round trips", transfers, roundTrips, "ms");
                report.note(
                        "a message between two bare clients of the broker, and back: p50 %.2f ms, max %.2f ms, n=%d",
                        echoes.median(), echoes.max(), echoes.count());
            }
        }
    }

    private static LabCluster cluster(TrialDirectory directory, String group) {
        return new LabCluster(IDS, id -> {
            String url = group + "&self=" + id + "&state=" + directory.path(id);
            return LabProcess.start(RaftLibrary.FLAGS, CandidateProcess.class, url, "lab");
        });
    }

    private static double transfer(LabCluster cluster) throws Exception {
        // Long enough for the former leader to be a candidate again.
        KillTrial.settle(1_500);
        String leader = cluster.awaitLeader("").id();
        String target = IDS.get((IDS.indexOf(leader) + 1) % IDS.size());
        cluster.clearReplies();
        long from = System.nanoTime();
        cluster.member(leader).send("transfer " + target);
        return (cluster.awaitLeader(leader).at() - from) / 1e6;
    }

    private static double roundTrip(Election election) {
        long from = System.nanoTime();
        election.leader();
        return (System.nanoTime() - from) / 1e6;
    }
}
