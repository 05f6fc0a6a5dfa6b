package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.InstanceStatus;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.process.WakeupMessage;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.JsonException;
import dev.baton.support.text.Names;
import dev.baton.support.thread.CoalescedTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The roster as files: one with the statuses of each backend, and one for each transfer request, so that a shell script
 * can write one too. Each process takes a request once. Expired requests are removed. Thread-safe.
 */
final class FileRoster implements Roster {
    private static final Comparator<InstanceStatus> HIGHEST_PRIORITY_FIRST =
            Comparator.comparingInt(InstanceStatus::priority).reversed();

    private static final int TYPICAL_LINE_LENGTH = 256;
    private static final int MAX_REQUEST_BYTES = 8 * 1024;

    private final PeerProcesses peers;
    private final RosterFiles files;
    private final FileBackend backend;
    private final BatonClock clock;
    private final Map<String, Long> taken = new LinkedHashMap<>();
    private final CoalescedTask check;
    private final Path ownFile;

    FileRoster(PeerProcesses peers, BatonClock clock, FileBackend backend) {
        this.peers = peers;
        this.files = new RosterFiles(peers, clock, new RosterFileCache(clock));
        this.backend = backend;
        this.clock = clock;
        this.check = new CoalescedTask(backend::runSoon, this::checkRequests);
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
                    peers.layout().requireOwn();
                    StoreFiles.replace(ownFile, lines.toString().getBytes(StandardCharsets.UTF_8));
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
                    peers.layout().requireOwn();
                    Path file = peers.layout().control().resolve(request.requestId() + ".json");
                    StoreFiles.replace(file, (StatusJson.write(request) + "\n").getBytes(StandardCharsets.UTF_8));
                    peers.sendToAll(WakeupMessage.of(WakeupMessage.Kind.CONTROL));
                    dispatchRequests();
                    return true;
                })
                .thenAccept(sent -> {});
    }

    /** Passes new requests to the candidates of their elections, on another thread. */
    void checkRequestsSoon() {
        check.request();
    }

    private void checkRequests() {
        try {
            dispatchRequests();
        } catch (IOException unreadable) {
            backend.warnOnce("requests", "could not read transfer requests", unreadable);
        }
    }

    private void dispatchRequests() throws IOException {
        takeRequests().forEach(backend.participants()::transferRequested);
    }

    /** Returns the requests that this process has not taken before. */
    private synchronized List<TransferRequest> takeRequests() throws IOException {
        peers.layout().requireOwn();
        long now = clock.wallMillis();
        taken.values().removeIf(at -> now - at > 4 * RosterFiles.MAX_STATUS_AGE.toMillis());
        List<TransferRequest> requests = new ArrayList<>();
        for (Path file : DirectoryLayout.list(peers.layout().control())) {
            if (file.getFileName().toString().endsWith(".json")) {
                readRequest(file, now)
                        .filter(request -> taken.putIfAbsent(request.requestId(), now) == null)
                        .ifPresent(requests::add);
            }
        }
        return requests;
    }

    private Optional<TransferRequest> readRequest(Path file, long now) {
        try {
            long age = now
                    - Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
            if (Math.abs(age) > RosterFiles.MAX_STATUS_AGE.toMillis()) {
                Files.deleteIfExists(file);
                return Optional.empty();
            }
            byte[] bytes = StoreFiles.read(file, MAX_REQUEST_BYTES + 1);
            if (bytes.length > 0 && bytes.length <= MAX_REQUEST_BYTES) {
                return Optional.of(StatusJson.readTransfer(new String(bytes, StandardCharsets.UTF_8)));
            }
        } catch (JsonException malformed) {
            FileBackend.LOG.trace("could not read {}; trying again until it expires", file, malformed);
        } catch (NoSuchFileException expired) {
            FileBackend.LOG.trace("{} was removed by another process", file, expired);
        } catch (IOException refused) {
            backend.warnOnce("request", "could not read a transfer request", refused);
        }
        return Optional.empty();
    }

    void close() {
        try {
            peers.layout().requireOwn();
            Files.deleteIfExists(ownFile);
        } catch (IOException failed) {
            FileBackend.LOG.debug("could not remove {}; its statuses expire", ownFile, failed);
        }
    }
}
