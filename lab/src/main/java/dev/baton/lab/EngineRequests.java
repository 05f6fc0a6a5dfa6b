package dev.baton.lab;

import dev.baton.lab.kubernetes.LabKubeServer;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.client.FourLetterWordMain;

/**
 * A fresh server of an engine, and how many requests it has received, by its own count.
 *
 * @param url the elections of Baton on it
 * @param address how other programs reach it
 * @param most the largest number of elections that is measured on it
 */
public record EngineRequests(
        String kind, String url, String address, int most, Callable<Long> requests, Runnable closing)
        implements AutoCloseable {
    private static final Pattern RECEIVED = Pattern.compile("(?m)^Received: (\\d+)");
    private static final int MOST_ON_KUBERNETES = 300;

    /** Counts the messages to etcd's services: each request to its gateway is one, and each message of a stream. */
    public static EngineRequests etcd() {
        EtcdTestCluster cluster = EtcdTestCluster.start(1);
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest metrics = HttpRequest.newBuilder(URI.create("http://" + cluster.addresses() + "/metrics"))
                .build();
        return new EngineRequests(
                "etcd",
                "etcd://" + cluster.addresses() + "/lab",
                cluster.addresses(),
                Integer.MAX_VALUE,
                () -> http.send(metrics, HttpResponse.BodyHandlers.ofString())
                        .body()
                        .lines()
                        .filter(line -> line.startsWith("grpc_server_msg_received_total{"))
                        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum(),
                cluster::close);
    }

    /** Counts the packets that the server received; a ping is one too. */
    public static EngineRequests zookeeper() {
        ZkTestEnsemble ensemble = ZkTestEnsemble.start(1);
        int port = ensemble.ports().get(0);
        return new EngineRequests(
                "ZooKeeper",
                "zookeeper://" + ensemble.addresses() + "/lab",
                ensemble.addresses(),
                Integer.MAX_VALUE,
                () -> {
                    Matcher matcher = RECEIVED.matcher(FourLetterWordMain.send4LetterWord("127.0.0.1", port, "srvr"));
                    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
                },
                ensemble::close);
    }

    public static EngineRequests kubernetes(BenchmarkReport report) {
        LabKubeServer server = LabKubeServer.start(report);
        return new EngineRequests(
                "Kubernetes",
                server.url(),
                server.kubeconfig() + "#" + server.namespace(),
                MOST_ON_KUBERNETES,
                () -> server.server().leaseRequests(),
                server::close);
    }

    @Override
    public void close() {
        closing.run();
    }
}
