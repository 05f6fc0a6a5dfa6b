package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a liveness file. The process may have ended since.
 *
 * @param owner the owner fields; the instance id is the name of the process
 * @param socket the path of its socket; empty if it has none
 */
public record LiveProcess(ClaimOwner owner, String socket) {
    private static final int MAX_BYTES = 4096;

    public String name() {
        return owner.process();
    }

    byte[] bytes() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        owner.write(object);
        object.put("socket", socket);
        return (Json.write(object) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    public Optional<Path> socketPath() {
        try {
            return socket.isEmpty() ? Optional.empty() : Optional.of(Path.of(socket));
        } catch (InvalidPathException malformed) {
            return Optional.empty();
        }
    }

    /** Reads all liveness files, also those of processes that have ended. Malformed files are ignored. */
    public static List<LiveProcess> readAll(DirectoryLayout layout) throws IOException {
        List<LiveProcess> found = new ArrayList<>();
        for (String name : DirectoryLayout.names(layout.live(), DirectoryLayout.LOCK_SUFFIX)) {
            read(layout.liveness(name)).filter(live -> live.name().equals(name)).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<LiveProcess> read(Path path) {
        try {
            if (Files.size(StoreFiles.requireRegular(path)) > MAX_BYTES) {
                return Optional.empty();
            }
            JsonFields fields = new JsonFields("liveness file", Json.parseObject(Files.readString(path)));
            return Optional.of(new LiveProcess(ClaimOwner.read(fields), fields.textOrEmpty("socket")));
        } catch (IOException | JsonException unreadable) {
            return Optional.empty();
        }
    }
}
