package dev.baton.examples.harness;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Somebody who talks to the agent, as a program: {@code --relay PORT [--key KEY] [--count N]}. Posts the
 * events one after the other, prints all that is done about them, and at the end what the relay counted.
 */
public final class AskerMain implements RelayListener {
    private final String prefix = ProcessHandle.current().pid() + "-";
    private final CountDownLatch unanswered;

    private AskerMain(int count) {
        this.unanswered = new CountDownLatch(count);
    }

    public static void main(String[] args) throws InterruptedException {
        ProgramExit.run(() -> run(ProgramOptions.read(args, Set.of("--relay", "--key", "--count"))));
    }

    private static void run(ProgramOptions options) throws IOException, InterruptedException {
        int count = options.number("--count", 10);
        try (RelayLink link = RelayLink.connect(options.number("--relay"), options.text("--key", "agent"))) {
            AskerMain asker = new AskerMain(count);
            link.listen(asker);
            for (int i = 1; i <= count; i++) {
                link.post(new RelayEvent(asker.prefix + i, "question " + i));
            }
            asker.unanswered.await();
            System.out.println(link.tally().join());
        }
    }

    @Override
    public void posted(RelayEvent event) {}

    @Override
    public void acted(AgentAction act) {
        String about = act.event().isEmpty() ? "" : " " + act.event();
        System.out.println(act.surface().told() + about + " by " + act.instance() + " in epoch " + act.epoch() + ": "
                + act.text());
        if (act.surface() == Surface.DISPATCH && act.event().startsWith(prefix)) {
            unanswered.countDown();
        }
    }

    @Override
    public void gone() {
        while (unanswered.getCount() > 0) {
            unanswered.countDown();
        }
    }
}
