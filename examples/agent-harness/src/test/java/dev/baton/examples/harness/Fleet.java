package dev.baton.examples.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A relay and the harnesses of one key, each a process. */
final class Fleet implements AutoCloseable {
    private static final String KEY = "agent";

    private final Program relay;
    private final int port;
    private final String store;
    private final int think;
    private final List<Member> members = new ArrayList<>();

    Fleet(Path directory, int think) throws IOException {
        this.store = "file:" + directory + "?on-unreadable=lead";
        this.think = think;
        this.relay = Program.start(RelayMain.class);
        this.port = Integer.parseInt(relay.awaitLine("relay on port (\\d+)").group(1));
    }

    Witness witness(Consumer<AgentAction> onAct) throws IOException {
        return new Witness(port, KEY, onAct);
    }

    /** Starts one more harness, without waiting for it. */
    Member start() throws IOException {
        Member member = new Member(Program.start(
                HarnessMain.class,
                "--relay",
                Integer.toString(port),
                "--key",
                KEY,
                "--on",
                store,
                "--think",
                Integer.toString(think),
                "--heartbeat",
                "250"));
        members.add(member);
        return member;
    }

    /** The harness with this instance id, which has to be there. */
    Member named(String instance) {
        return members.stream()
                .filter(member -> member.hears() && member.instance().equals(instance))
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
    record Member(Program program) {
        private static final String HEARS = "harness (\\S+) hears the relay";

        boolean hears() {
            return program.hasSaid(HEARS);
        }

        /** Its instance id; waits until it hears the relay. */
        String instance() {
            return program.awaitLine(HEARS).group(1);
        }
    }
}
