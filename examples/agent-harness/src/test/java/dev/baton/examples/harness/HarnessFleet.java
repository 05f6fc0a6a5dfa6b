package dev.baton.examples.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A relay and the harnesses of one key, each in its own process. */
final class HarnessFleet implements AutoCloseable {
    private static final String KEY = "agent";

    private final ProgramProcess relay;
    private final int port;
    private final String store;
    private final int thinkMillis;
    private final List<Member> members = new ArrayList<>();

    HarnessFleet(Path directory, int thinkMillis) throws IOException {
        this.store = "file:" + directory + "?on-unreadable=lead";
        this.thinkMillis = thinkMillis;
        this.relay = ProgramProcess.start(RelayMain.class);
        this.port = Integer.parseInt(relay.awaitLine("relay on port (\\d+)").group(1));
    }

    RecordingSubscriber subscribe(Consumer<AgentAction> onAction) throws IOException {
        return new RecordingSubscriber(port, KEY, onAction);
    }

    /** Starts another harness without waiting until it is connected. */
    Member start() throws IOException {
        Member member = new Member(ProgramProcess.start(
                HarnessMain.class,
                "--relay",
                Integer.toString(port),
                "--key",
                KEY,
                "--on",
                store,
                "--think",
                Integer.toString(thinkMillis),
                "--heartbeat",
                "250"));
        members.add(member);
        return member;
    }

    /** Returns the connected harness with this instance id. */
    Member withInstanceId(String instance) {
        return members.stream()
                .filter(member -> member.isConnected() && member.instance().equals(instance))
                .findFirst()
                .orElseThrow();
    }

    void killRelay() {
        relay.kill();
    }

    @Override
    public void close() {
        members.forEach(member -> member.program.close());
        relay.close();
    }

    /** One harness process. */
    record Member(ProgramProcess program) {
        private static final String CONNECTED = "harness (\\S+) connected to the relay";

        boolean isConnected() {
            return program.hasPrinted(CONNECTED);
        }

        /** Waits until the harness is connected and returns its instance id. */
        String instance() {
            return program.awaitLine(CONNECTED).group(1);
        }
    }
}
