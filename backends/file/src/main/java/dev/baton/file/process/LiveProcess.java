package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.FileIdentity;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * @param socketPath the path of its socket; empty if it has none, or none that is safe to use
 */
public record LiveProcess(ClaimOwner owner, Optional<Path> socketPath) {
    private static final int MAX_BYTES = 4096;

    public String name() {
        return owner.process();
    }

    /** Returns the content of the liveness file with this identity. */
    byte[] bytes(FileIdentity file) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        owner.write(object);
        object.put("file", file.text());
        object.put("socket", socketPath.map(Path::toString).orElse(""));
        return (Json.write(object) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether the content was written to the file with this identity. A copy has another one. */
    static boolean isOriginal(byte[] content, FileIdentity file) {
        return Json.ifWellFormed(() -> new JsonFields(
                                "liveness file", Json.parseObject(new String(content, StandardCharsets.UTF_8)))
                        .textOrEmpty("file"))
                .filter(file.text()::equals)
                .isPresent();
    }

    /** Reads all liveness files, also those of processes that have ended. Malformed files are ignored. */
    public static List<LiveProcess> readAll(DirectoryLayout layout) throws IOException {
        List<LiveProcess> found = new ArrayList<>();
        for (String name : DirectoryLayout.names(layout.live(), DirectoryLayout.LOCK_SUFFIX)) {
            read(layout, name).filter(live -> live.name().equals(name)).ifPresent(found::add);
        }
        return found;
    }

    /** The file says only whether there is a socket: its text is never used as a path. */
    private static Optional<LiveProcess> read(DirectoryLayout layout, String name) {
        try {
            byte[] bytes = StoreFiles.read(layout.liveness(name), MAX_BYTES);
            JsonFields fields =
                    new JsonFields("liveness file", Json.parseObject(new String(bytes, StandardCharsets.UTF_8)));
            ClaimOwner owner = ClaimOwner.read(fields);
            Optional<Path> socket = fields.textOrEmpty("socket").isEmpty()
                    ? Optional.empty()
                    : SocketPath.find(layout, owner.process()).map(SocketPath::path);
            return Optional.of(new LiveProcess(owner, socket));
        } catch (IOException | JsonException unreadable) {
            return Optional.empty();
        }
    }
}
