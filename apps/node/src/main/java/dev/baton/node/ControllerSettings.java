package dev.baton.node;

import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.http.ServerTls;
import dev.baton.support.json.JsonFields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a controller process. They are sent over the channel, not on the command line, because the URL of a store
 * may contain a password.
 *
 * @param url the URL of the node for others
 * @param store the URL of the database
 * @param tokenFile the file with the token for everything
 * @param readTokenFile the file with a token for reads only
 * @param takeover the longest time until another node leads after a fault
 * @param retention how long ended jobs and events are kept; empty for ever
 */
public record ControllerSettings(
        String nodeId,
        Address address,
        String url,
        String store,
        Optional<Path> tokenFile,
        Optional<Path> readTokenFile,
        Duration takeover,
        Optional<Duration> retention) {

    /** Creates settings for a node whose election is not known, and which keeps everything. */
    public ControllerSettings(String nodeId, Address address, String url, String store, Optional<Path> tokenFile) {
        this(nodeId, address, url, store, tokenFile, Optional.empty(), Duration.ZERO, Optional.empty());
    }

    /** Returns the same settings with another longest takeover. */
    public ControllerSettings withTakeover(Duration longest) {
        return new ControllerSettings(nodeId, address, url, store, tokenFile, readTokenFile, longest, retention);
    }

    /** Returns the first message of a supervisor. */
    public ChannelMessage toMessage() {
        Optional<ServerTls> tls = address.tls();
        return ChannelMessage.of("settings")
                .with("node_id", nodeId)
                .with("host", address.host())
                .with("port", (long) address.port())
                .with("url", url)
                .with("store", store)
                .with("token_file", tokenFile.map(Path::toString).orElse(null))
                .with("read_token_file", readTokenFile.map(Path::toString).orElse(null))
                .with(
                        "tls_keystore",
                        tls.map(ServerTls::keystore).map(Path::toString).orElse(null))
                .with(
                        "tls_password_file",
                        tls.map(ServerTls::passwordFile).map(Path::toString).orElse(null))
                .with("takeover_ms", takeover.toMillis())
                .with("retention_ms", retention.map(Duration::toMillis).orElse(null));
    }

    static ControllerSettings from(ChannelMessage message) {
        JsonFields fields = message.fields();
        Optional<ServerTls> tls = fields.optionalText("tls_keystore")
                .map(keystore -> new ServerTls(Path.of(keystore), Path.of(fields.text("tls_password_file"))));
        return new ControllerSettings(
                fields.text("node_id"),
                new Address(fields.text("host"), (int) fields.number("port"), tls),
                fields.text("url"),
                fields.text("store"),
                fields.optionalText("token_file").map(Path::of),
                fields.optionalText("read_token_file").map(Path::of),
                Duration.ofMillis(fields.number("takeover_ms", 0)),
                Optional.of(fields.number("retention_ms", 0))
                        .filter(millis -> millis > 0)
                        .map(Duration::ofMillis));
    }
}
