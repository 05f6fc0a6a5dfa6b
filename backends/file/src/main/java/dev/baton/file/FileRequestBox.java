package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of transfer requests, one file each, so that a shell script can write one too. Each process takes a
 * request once. Expired requests are removed. Thread-safe.
 */
final class FileRequestBox {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int MAX_BYTES = 8 * 1024;

    private final Path directory;
    private final BatonClock clock;
    private final Map<String, Long> taken = new LinkedHashMap<>();

    FileRequestBox(Path directory, BatonClock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    void put(TransferRequest request) throws IOException {
        String line = StatusJson.write(request) + "\n";
        OwnerOnlyFiles.replace(directory.resolve(request.requestId() + ".json"), line.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the requests that this process has not taken before. */
    synchronized List<TransferRequest> take() throws IOException {
        long now = clock.wallMillis();
        taken.values().removeIf(at -> now - at > 4 * RosterFiles.MAX_STATUS_AGE.toMillis());
        List<TransferRequest> requests = new ArrayList<>();
        for (Path file : DirectoryLayout.list(directory)) {
            if (file.getFileName().toString().endsWith(".json")) {
                read(file, now)
                        .filter(request -> taken.putIfAbsent(request.requestId(), now) == null)
                        .ifPresent(requests::add);
            }
        }
        return requests;
    }

    private static Optional<TransferRequest> read(Path file, long now) {
        try {
            long age = now
                    - Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
            if (Math.abs(age) > RosterFiles.MAX_STATUS_AGE.toMillis()) {
                Files.deleteIfExists(file);
            } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= MAX_BYTES) {
                return Optional.of(StatusJson.readTransfer(Files.readString(file)));
            }
        } catch (IOException | JsonException unreadable) {
            LOG.trace("could not read {}; trying again until it expires", file, unreadable);
        }
        return Optional.empty();
    }
}
