package dev.baton.lab.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * The arguments of the command.
 *
 * @param systems the systems, in the order of the page
 * @param rounds how often each fault hits the leader of a system
 * @param page the file for the page; empty to print it only
 * @param idleSeconds how long idle processes are measured
 * @param seed the seed of the random pauses
 */
record PeersArguments(List<PeerSystem> systems, int rounds, Optional<Path> page, int idleSeconds, long seed) {
    static final String USAGE =
            "lab " + Peers.NAME + " [--systems NAME,…] [--n ROUNDS] [--idle SECONDS] [--write FILE] [--seed S]";

    private static final int ROUNDS = 3;
    private static final int IDLE_SECONDS = 20;

    static PeersArguments parse(List<String> words) {
        List<PeerSystem> systems = all();
        int rounds = ROUNDS;
        int idle = IDLE_SECONDS;
        Optional<Path> page = Optional.empty();
        long seed = ThreadLocalRandom.current().nextInt(1_000_000);
        for (int i = 0; i < words.size(); i += 2) {
            String option = words.get(i);
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (option) {
                case "--systems" -> systems = systems(value);
                case "--n" -> rounds = (int) number(option, value);
                case "--idle" -> idle = (int) number(option, value);
                case "--seed" -> seed = number(option, value);
                case "--write" -> page = Optional.of(Path.of(value));
                default -> throw new IllegalArgumentException("unknown argument \"" + option + "\"");
            }
        }
        return new PeersArguments(systems, rounds, page, idle, seed);
    }

    /** Returns all systems: Baton on each store, then the others. */
    static List<PeerSystem> all() {
        List<PeerSystem> all = new ArrayList<>(BatonSystems.all());
        all.addAll(ForeignSystems.all());
        return all;
    }

    private static List<PeerSystem> systems(String names) {
        List<PeerSystem> all = all();
        return Arrays.stream(names.split(",", -1))
                .map(name -> all.stream()
                        .filter(system -> system.code().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("--systems must be some of "
                                + all.stream().map(PeerSystem::code).collect(Collectors.joining(","))
                                + ", but has \"" + name + "\"")))
                .toList();
    }

    private static long number(String option, String text) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException invalid) {
            throw new IllegalArgumentException(option + " requires a number, but got \"" + text + "\"", invalid);
        }
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    option + " must be at least 1 and at most " + Integer.MAX_VALUE + ", but is " + text);
        }
        return value;
    }
}
