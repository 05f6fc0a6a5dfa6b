package dev.baton.lab.engine;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A replica that is one JVM with {@link EnginePeer}. */
record ProgramReplica(LabProcess process) implements EngineReplica {
    private static final List<String> FLAGS = List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

    /**
     * Starts one.
     *
     * @param system the name of the system, for {@link EnginePeer}
     * @param servers how that system reaches the engine
     */
    static ProgramReplica start(String system, String servers, String id, int elections) throws IOException {
        return new ProgramReplica(
                LabProcess.start(FLAGS, EnginePeer.class, system, servers, id, Integer.toString(elections)));
    }

    @Override
    public void awaitReady() throws Exception {
        process.await("ready");
    }

    @Override
    public Map<String, Long> acquired() throws Exception {
        Map<String, Long> found = new LinkedHashMap<>();
        Optional<List<String>> reply = process.await("acquired", 0);
        while (reply.isPresent()) {
            found.put(reply.get().get(0), Long.parseLong(reply.get().get(1)));
            reply = process.await("acquired", 0);
        }
        return found;
    }

    @Override
    public long threads() throws IOException {
        return ProcessThreads.of(process.pid());
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.kill();
    }
}
