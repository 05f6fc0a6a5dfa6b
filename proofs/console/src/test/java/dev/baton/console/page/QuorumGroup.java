package dev.baton.console.page;

import dev.baton.Baton;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The addresses of a group of seven, and four members of it that vote and never stand: with them a single candidate of
 * three can lead (its new disk has to be noted by a majority of the others), and a killed one is survived.
 */
final class QuorumGroup implements AutoCloseable {
    private static final List<String> VOTERS = List.of("voter-1", "voter-2", "voter-3", "voter-4");

    private final Path directory;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<Baton> voters = new ArrayList<>();

    QuorumGroup(Path directory, List<String> candidates) throws IOException {
        this.directory = directory;
        Files.writeString(directory.resolve("key"), "a key that nobody guesses");
        List<String> all = new ArrayList<>(candidates);
        all.addAll(VOTERS);
        for (String id : all) {
            ports.put(id, FreePort.next());
        }
        VOTERS.forEach(id -> voters.add(Baton.connect(url(id))));
    }

    /** Where this member takes part. */
    String url(String id) {
        return "quorum://" + place(id) + "?peers=" + placesBut(id) + "&state=" + directory.resolve("state-" + id)
                + options();
    }

    /** Where somebody looks on who is no member. */
    String observerUrl() {
        return "quorum://?peers=" + placesBut("") + options();
    }

    private String place(String id) {
        return id + "@127.0.0.1:" + ports.get(id);
    }

    private String placesBut(String id) {
        return ports.keySet().stream()
                .filter(each -> !each.equals(id))
                .map(this::place)
                .collect(Collectors.joining(","));
    }

    private String options() {
        return "&key-file=" + directory.resolve("key") + "&heartbeat=200ms&lease=2s";
    }

    @Override
    public void close() {
        voters.forEach(Baton::close);
    }
}
