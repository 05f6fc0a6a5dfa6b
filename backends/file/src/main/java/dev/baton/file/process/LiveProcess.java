package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.RegularFile;
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
 * A process as its liveness file describes it.
 *
 * @param process its owner fields; the instance id is the name of the process
 * @param socket where it listens, empty when it does not
 */
public record LiveProcess(ClaimOwner process, String socket) {
    private static final int LONGEST = 4096;

    public String name() {
        return process.process();
    }

    byte[] bytes() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        process.write(object);
        object.put("socket", socket);
        return (Json.write(object) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    public Optional<Path> address() {
        try {
            return socket.isEmpty() ? Optional.empty() : Optional.of(Path.of(socket));
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    /** Everybody who left a liveness file, alive or not; files that make no sense are passed over. */
    public static List<LiveProcess> all(DirectoryLayout layout) throws IOException {
        List<LiveProcess> found = new ArrayList<>();
        for (String name : DirectoryLayout.names(layout.live(), DirectoryLayout.LOCK_SUFFIX)) {
            read(layout.liveness(name)).filter(live -> live.name().equals(name)).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<LiveProcess> read(Path path) {
        try {
            if (Files.size(RegularFile.at(path)) > LONGEST) {
                return Optional.empty();
            }
            Map<String, @Nullable Object> object = Json.parseObject(Files.readString(path));
            ClaimOwner process = ClaimOwner.read(object, new JsonFields("liveness file", object));
            return Optional.of(new LiveProcess(process, ClaimOwner.text(object, "socket")));
        } catch (IOException | JsonException unreadable) {
            return Optional.empty();
        }
    }
}
