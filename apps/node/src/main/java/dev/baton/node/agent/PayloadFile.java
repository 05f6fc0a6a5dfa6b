package dev.baton.node.agent;

import dev.baton.support.json.RawJson;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The payload of a job for its command: always in a file that only this user can read, and in the environment if it fits
 * there unchanged. The file is deleted after the run.
 */
record PayloadFile(Optional<Path> path, Map<String, String> environment) implements Closeable {
    /** Linux limits one variable to 128 KiB, with its name. */
    private static final int LARGEST_VARIABLE = 100_000;

    /** The encoding of the environment, which depends on the locale of this process. */
    private static final Charset ENVIRONMENT =
            Charset.forName(System.getProperty("sun.jnu.encoding", StandardCharsets.US_ASCII.name()));

    static PayloadFile of(Optional<RawJson> payload) throws IOException {
        if (payload.isEmpty()) {
            return new PayloadFile(Optional.empty(), Map.of());
        }
        String text = payload.get().text();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path file = Files.createTempFile("baton-payload-", ".json");
        try {
            Files.write(file, bytes);
        } catch (IOException failed) {
            Files.deleteIfExists(file);
            throw failed;
        }
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("BATON_JOB_PAYLOAD_FILE", file.toString());
        if (bytes.length <= LARGEST_VARIABLE && ENVIRONMENT.newEncoder().canEncode(text)) {
            environment.put("BATON_JOB_PAYLOAD", text);
        }
        return new PayloadFile(Optional.of(file), environment);
    }

    /** Deletes the file. A file that cannot be deleted changes no result. */
    @Override
    public void close() {
        path.map(Path::toFile).ifPresent(File::delete);
    }
}
