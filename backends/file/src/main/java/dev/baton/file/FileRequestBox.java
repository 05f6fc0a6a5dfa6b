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

/**
 * The directory where requests are put down, one file each, so that a shell script can do it too. A
 * request is handed out once per process and removed when it is too old to matter. Thread-safe.
 */
final class FileRequestBox {
    private static final int LONGEST = 8 * 1024;

    private final Path directory;
    private final BatonClock clock;
    private final Map<String, Long> seen = new LinkedHashMap<>();

    FileRequestBox(Path directory, BatonClock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    void put(TransferRequest frame) throws IOException {
        String line = StatusJson.write(frame) + "\n";
        OwnerOnlyFiles.replace(directory.resolve(frame.requestId() + ".json"), line.getBytes(StandardCharsets.UTF_8));
    }

    /** The requests that nobody has taken here before. */
    synchronized List<TransferRequest> take() throws IOException {
        long now = clock.wallMillis();
        seen.values().removeIf(at -> now - at > 4 * RosterFiles.FORGOTTEN_AFTER.toMillis());
        List<TransferRequest> fresh = new ArrayList<>();
        for (Path file : DirectoryLayout.list(directory)) {
            if (file.getFileName().toString().endsWith(".json")) {
                read(file, now, fresh);
            }
        }
        return fresh;
    }

    private void read(Path file, long now, List<TransferRequest> fresh) {
        try {
            long age = now
                    - Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
            if (Math.abs(age) > RosterFiles.FORGOTTEN_AFTER.toMillis()) {
                Files.deleteIfExists(file);
                return;
            }
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= LONGEST) {
                TransferRequest frame = StatusJson.readClaim(Files.readString(file));
                if (seen.putIfAbsent(frame.requestId(), now) == null) {
                    fresh.add(frame);
                }
            }
        } catch (IOException | JsonException unreadable) {
            // Half written by a script, or taken away: it is looked at again until it is too old.
            return;
        }
    }
}
