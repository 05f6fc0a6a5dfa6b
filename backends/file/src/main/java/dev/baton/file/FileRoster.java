package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.process.WakeupMessage;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** The roster as files: what each process says of itself, and the requests that were put down. */
final class FileRoster implements Roster {
    private static final Comparator<InstanceStatus> HIGHEST_PRIORITY_FIRST =
            Comparator.comparingInt(InstanceStatus::priority).reversed();

    private static final int USUAL_LINE = 256;

    private final PeerProcesses neighbourhood;
    private final RosterFiles files;
    private final FileBackend backend;
    private final FileRequestBox requests;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Path ours;

    FileRoster(PeerProcesses neighbourhood, BatonClock clock, FileBackend backend) {
        this.neighbourhood = neighbourhood;
        this.files = new RosterFiles(neighbourhood, clock);
        this.backend = backend;
        this.requests = new FileRequestBox(neighbourhood.layout().control(), clock);
        this.ours =
                neighbourhood.layout().roster().resolve(neighbourhood.newRosterName() + DirectoryLayout.ROSTER_SUFFIX);
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
        return backend.ask(() -> {
                    StringBuilder lines = new StringBuilder(frames.size() * USUAL_LINE);
                    frames.stream().sorted(HIGHEST_PRIORITY_FIRST).forEach(frame -> {
                        StatusJson.append(lines, frame);
                        lines.append('\n');
                    });
                    OwnerOnlyFiles.replace(ours, lines.toString().getBytes(StandardCharsets.UTF_8));
                    return true;
                })
                .thenAccept(written -> {});
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        Names.check("election", election);
        return backend.ask(() -> files.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return backend.ask(() -> files.of(elections));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return backend.ask(files::prioritised);
    }

    @Override
    public CompletionStage<Void> send(TransferRequest frame) {
        Names.check("request id", frame.requestId());
        return backend.ask(() -> {
                    requests.put(frame);
                    neighbourhood.knockEverywhere(WakeupMessage.of(WakeupMessage.Kind.CONTROL));
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
}
