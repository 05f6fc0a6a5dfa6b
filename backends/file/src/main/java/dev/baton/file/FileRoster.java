package dev.baton.file;

import dev.baton.Names;
import dev.baton.json.FrameJson;
import dev.baton.json.JsonException;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Clock;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** The roster as files: what each process says of itself, and the requests that were put down. */
final class FileRoster implements Roster {
    static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(15);

    private static final Duration FROM_THE_FUTURE = Duration.ofSeconds(5);
    private static final int LONGEST = 16 * 1024 * 1024;

    private final Neighbourhood neighbourhood;
    private final Clock clock;
    private final FileBackend backend;
    private final RequestBox requests;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Path ours;

    FileRoster(Neighbourhood neighbourhood, Clock clock, FileBackend backend) {
        this.neighbourhood = neighbourhood;
        this.clock = clock;
        this.backend = backend;
        this.requests = new RequestBox(neighbourhood.layout().control(), clock);
        this.ours = neighbourhood.layout().roster().resolve(neighbourhood.newRosterName() + Layout.ROSTER_SUFFIX);
    }

    @Override
    public CompletionStage<Void> announce(List<StatusFrame> frames) {
        String lines =
                frames.stream().map(frame -> FrameJson.write(frame) + "\n").collect(Collectors.joining());
        return backend.ask(() -> {
                    OwnerOnly.replace(ours, lines.getBytes(StandardCharsets.UTF_8));
                    return true;
                })
                .thenAccept(written -> {});
    }

    @Override
    public CompletionStage<List<StatusFrame>> list(String election) {
        Names.check("election", election);
        return backend.ask(() -> List.copyOf(read(election)));
    }

    @Override
    public CompletionStage<Void> send(ClaimFrame frame) {
        Names.check("request id", frame.requestId());
        return backend.ask(() -> {
                    requests.put(frame);
                    for (LiveProcess other : LiveProcess.all(neighbourhood.layout())) {
                        knock(other);
                    }
                    backend.requests(requests.take());
                    return true;
                })
                .thenAccept(sent -> {});
    }

    /** Hands new requests to the candidates they concern, on another thread. */
    void lookForRequests() {
        if (asked.compareAndSet(false, true)) {
            backend.soon(() -> {
                asked.set(false);
                try {
                    backend.requests(requests.take());
                } catch (IOException unreadable) {
                    backend.warnOnce("requests", "could not read requests to transfer", unreadable);
                }
            });
        }
    }

    void close() {
        try {
            Files.deleteIfExists(ours);
        } catch (IOException agesOut) {
            ours.toFile().deleteOnExit();
        }
    }

    private static void knock(LiveProcess other) {
        try {
            if (other.address().isPresent()) {
                Link.knock(other, other.address().get(), Poke.of(Poke.Kind.CONTROL));
            }
        } catch (IOException deadOrBusy) {
            // The request lies there; a live process finds it at its next tick.
            return;
        }
    }

    private Collection<StatusFrame> read(String election) throws IOException {
        Map<String, LiveProcess> known = LiveProcess.all(neighbourhood.layout()).stream()
                .collect(Collectors.toMap(LiveProcess::name, process -> process, (one, other) -> one));
        Map<String, StatusFrame> latest = new HashMap<>();
        for (Path file : Layout.list(neighbourhood.layout().roster())) {
            String name = file.getFileName().toString();
            if (!name.endsWith(Layout.ROSTER_SUFFIX) || isOfTheDead(name, known)) {
                continue;
            }
            for (String line : lines(file)) {
                collect(line, election, latest);
            }
        }
        return latest.values();
    }

    private boolean isOfTheDead(String file, Map<String, LiveProcess> known) {
        LiveProcess process = known.get(file.split("[_.]", 2)[0]);
        return process != null && neighbourhood.lifeForDisplay(process.process()) == Life.DEAD;
    }

    private void collect(String line, String election, Map<String, StatusFrame> latest) {
        // A process may stand in thousands of elections: most lines need no reading.
        if (!line.contains("\"" + election + "\"")) {
            return;
        }
        try {
            StatusFrame frame = FrameJson.readStatus(line);
            Duration age =
                    Duration.ofMillis(clock.wallMillis() - frame.timestamp().toEpochMilli());
            boolean timely = age.compareTo(FORGOTTEN_AFTER) <= 0
                    && age.plus(FROM_THE_FUTURE).toMillis() >= 0;
            if (frame.election().equals(election) && timely) {
                latest.merge(frame.instanceId(), frame, FileRoster::later);
            }
        } catch (JsonException malformed) {
            return;
        }
    }

    private static StatusFrame later(StatusFrame one, StatusFrame other) {
        return other.timestamp().isBefore(one.timestamp()) ? one : other;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.size(file) > LONGEST ? List.of() : Files.readAllLines(file);
        } catch (IOException goneOrBinary) {
            return List.of();
        }
    }
}
