package dev.baton.node;

import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.http.ServerTls;
import dev.baton.support.json.JsonFields;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of a controller process. They are sent over the channel, not on the command line, because the URL of a store
 * may contain a password.
 *
 * @param url the URL of the node for others
 * @param store the URL of the database
 */
public record ControllerSettings(String nodeId, Address address, String url, String store, Optional<Path> tokenFile) {

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
                .with(
                        "tls_keystore",
                        tls.map(ServerTls::keystore).map(Path::toString).orElse(null))
                .with(
                        "tls_password_file",
                        tls.map(ServerTls::passwordFile).map(Path::toString).orElse(null));
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
                fields.optionalText("token_file").map(Path::of));
    }
}
