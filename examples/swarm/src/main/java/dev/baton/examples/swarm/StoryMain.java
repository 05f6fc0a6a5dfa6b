package dev.baton.examples.swarm;

import java.time.Duration;

/** Plays the story of the swarm with the timing of the original protocol: a heartbeat of 1 s and a lease of 10 s. */
final class StoryMain {
    private static final long ORDER_INTERVAL_MILLIS = 1_000;

    private StoryMain() {}

    public static void main(String[] args) throws Exception {
        SwarmLog log = new SwarmLog(System.out::println);
        try (Swarm swarm = new Swarm(log, "&profile=seed", ORDER_INTERVAL_MILLIS)) {
            new SwarmStory(swarm, log, Duration.ofMinutes(2)).play();
        }
    }
}
