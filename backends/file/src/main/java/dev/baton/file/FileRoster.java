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

/** The roster as files: one with the statuses of each backend, and one for each transfer request. */
final class FileRoster implements Roster {
    private static final Comparator<InstanceStatus> HIGHEST_PRIORITY_FIRST =
            Comparator.comparingInt(InstanceStatus::priority).reversed();

    private static final int TYPICAL_LINE_LENGTH = 256;

    private final PeerProcesses peers;
    private final RosterFiles files;
    private final FileBackend backend;
    private final FileRequestBox requests;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Path ownFile;

    FileRoster(PeerProcesses peers, BatonClock clock, FileBackend backend) {
        this.peers = peers;
        this.files = new RosterFiles(peers, clock);
        this.backend = backend;
        this.requests = new FileRequestBox(peers.layout().control(), clock);
        this.ownFile = peers.layout().roster().resolve(peers.newRosterName() + DirectoryLayout.ROSTER_SUFFIX);
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return backend.submit(() -> {
                    StringBuilder lines = new StringBuilder(statuses.size() * TYPICAL_LINE_LENGTH);
                    statuses.stream().sorted(HIGHEST_PRIORITY_FIRST).forEach(status -> {
                        StatusJson.append(lines, status);
                        lines.append('\n');
                    });
                    OwnerOnlyFiles.replace(ownFile, lines.toString().getBytes(StandardCharsets.UTF_8));
                    return true;
                })
                .thenAccept(written -> {});
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        Names.check("election", election);
        return backend.submit(() -> files.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return backend.submit(() -> files.of(elections));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return backend.submit(files::prioritised);
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        Names.check("request id", request.requestId());
        return backend.submit(() -> {
                    requests.put(request);
                    peers.sendToAll(WakeupMessage.of(WakeupMessage.Kind.CONTROL));
                    dispatchRequests();
                    return true;
                })
                .thenAccept(sent -> {});
    }

    /** Passes new requests to the candidates of their elections, on another thread. */
    void checkRequestsSoon() {
        if (scheduled.compareAndSet(false, true)) {
            backend.runSoon(() -> {
                scheduled.set(false);
                try {
                    dispatchRequests();
                } catch (IOException unreadable) {
                    backend.warnOnce("requests", "could not read transfer requests", unreadable);
                }
            });
        }
    }

    private void dispatchRequests() throws IOException {
        requests.take().forEach(backend.participants()::transferRequested);
    }

    void close() {
        try {
            Files.deleteIfExists(ownFile);
        } catch (IOException expiresLater) {
            ownFile.toFile().deleteOnExit();
        }
    }
}
