package dev.baton.etcd;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.Optional;

/**
 * What a candidate of Baton adds to its key. A key without one belongs to another program.
 *
 * @param candidate distinguishes the candidates of one process; empty after a withdrawal
 */
record CandidateRecord(String candidate, int priority) {
    /** Written by a withdrawal, so that an attempt that is still on its way cannot create the key any more. */
    static final CandidateRecord WITHDRAWN = new CandidateRecord("", 0);

    String text() {
        return Json.write(Map.of("candidate", candidate, "priority", (long) priority));
    }

    static Optional<CandidateRecord> read(String text) {
        return Json.ifWellFormed(() -> {
            JsonFields fields = new JsonFields("candidate", Json.parseObject(text));
            long priority = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, fields.numberOrZero("priority")));
            return new CandidateRecord(fields.textOrEmpty("candidate"), (int) priority);
        });
    }
}
