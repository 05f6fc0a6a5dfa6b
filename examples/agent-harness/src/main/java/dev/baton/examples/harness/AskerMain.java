package dev.baton.examples.harness;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * The program that posts events: {@code --relay PORT [--key KEY] [--count N]}. Posts {@code N} events, prints every
 * action under the key until all of them are answered, and then prints the statistics of the relay.
 */
public final class AskerMain implements RelaySubscriber {
    private final String prefix = ProcessHandle.current().pid() + "-";
    private final CountDownLatch unanswered;

    private AskerMain(int count) {
        this.unanswered = new CountDownLatch(count);
    }

    public static void main(String[] args) throws InterruptedException {
        ProgramOptions.run(args, Set.of("--relay", "--key", "--count"), AskerMain::run);
    }

    private static void run(ProgramOptions options) throws IOException, InterruptedException {
        int count = options.number("--count", 10);
        try (RelayClient client = RelayClient.connect(options.number("--relay"), options.text("--key", "agent"))) {
            AskerMain asker = new AskerMain(count);
            client.subscribe(asker);
            for (int i = 1; i <= count; i++) {
                client.post(new RelayEvent(asker.prefix + i, "question " + i));
            }
            asker.unanswered.await();
            System.out.println(client.statistics().join());
        }
    }

    @Override
    public void onEvent(RelayEvent event) {}

    @Override
    public void onAction(AgentAction action) {
        String event = action.event().isEmpty() ? "" : " " + action.event();
        System.out.println(action.surface().broadcastType() + event + " by " + action.instance() + " in epoch "
                + action.epoch() + ": " + action.text());
        if (action.surface() == Surface.DISPATCH && action.event().startsWith(prefix)) {
            unanswered.countDown();
        }
    }

    @Override
    public void onDisconnected() {
        while (unanswered.getCount() > 0) {
            unanswered.countDown();
        }
    }
}
