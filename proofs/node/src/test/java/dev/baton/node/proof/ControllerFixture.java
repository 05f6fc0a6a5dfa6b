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

/** A controller process with the test as its supervisor, so that two controllers can be made leader. */
final class ControllerFixture implements AutoCloseable {
    private final Process process;
    private final ControlChannel channel;
    private final int port;

    ControllerFixture(Path directory, String main, String id, String store) {
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
        channel = new ControlChannel(process.getInputStream(), process.getOutputStream());
        channel.send(new ControllerSettings(
                        id, new Address("127.0.0.1", 0, Optional.empty()), "http://" + id, store, Optional.empty())
                .toMessage());
        port = (int) await("listening").fields().number("port");
    }

    private ChannelMessage await(String verb) {
        while (true) {
            ChannelMessage message = channel.receive().orElseThrow(() -> new AssertionError("the controller died"));
            if (message.verb().equals(verb)) {
                return message;
            }
        }
    }

    /** Makes it leader for an hour. */
    long lead(long lockEpoch) {
        channel.send(ChannelMessage.of("raise")
                .with("lock_epoch", lockEpoch)
                .with("tenure", "tenure-" + lockEpoch)
                .with(BatonClock.system().now().plus(Duration.ofHours(1))));
        long epoch = await("raised").fields().number("leader_epoch");
        channel.send(ChannelMessage.of("open").with("leader_epoch", epoch));
        if (!await("opened").fields().flag("done")) {
            throw new AssertionError("the controller did not open its term");
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
