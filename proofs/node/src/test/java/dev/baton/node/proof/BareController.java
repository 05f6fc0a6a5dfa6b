package dev.baton.node.proof;

import dev.baton.BatonClock;
import dev.baton.node.ControllerSettings;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.http.NodeHttpServer.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A controller process whose supervisor is the test: one that can be told a lie. */
final class BareController implements AutoCloseable {
    private final Process process;
    private final ControlChannel wire;
    private final int port;

    BareController(Path directory, String main, String id, String store) {
        List<String> words = NodeProcess.java(directory, main);
        if (main.equals("dev.baton.cli.Main")) {
            words.add("controller");
        }
        try {
            process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        wire = new ControlChannel(process.getInputStream(), process.getOutputStream());
        wire.say(new ControllerSettings(
                        id, new Address("127.0.0.1", 0, Optional.empty()), "http://" + id, store, Optional.empty())
                .toMessage());
        port = (int) hear("listening").fields().number("port");
    }

    private ChannelMessage hear(String verb) {
        while (true) {
            ChannelMessage message = wire.hear().orElseThrow(() -> new AssertionError("the controller died"));
            if (message.verb().equals(verb)) {
                return message;
            }
        }
    }

    /** Makes it believe that it leads, for an hour. */
    long lead(long lockEpoch) {
        wire.say(ChannelMessage.of("raise")
                .with("lock_epoch", lockEpoch)
                .with(BatonClock.system().now().plus(Duration.ofHours(1))));
        long epoch = hear("raised").fields().number("leader_epoch");
        wire.say(ChannelMessage.of("open").with("leader_epoch", epoch));
        if (!hear("opened").fields().flag("done")) {
            throw new AssertionError("it did not open");
        }
        return epoch;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
