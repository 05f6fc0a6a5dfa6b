package dev.baton.node.proof;

import dev.baton.node.proof.AcceptedWrite.Change;
import dev.baton.support.json.Json;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks the rows of a job database: who was leader when each event was committed, and whether the responses to clients
 * agree. Reads the rows without the code under test; all times are on the clock of the database.
 */
final class DatabaseAudit {
    private static final Set<String> FINAL_STATES = Set.of("succeeded", "failed", "dead", "cancelled");

    private final TreeMap<Long, Term> terms = new TreeMap<>();
    private final List<Event> events = new ArrayList<>();

    private record Term(String node, long sinceMillis) {}

    private record Event(long id, Change change, long epoch, long atMillis) {}

    DatabaseAudit(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT leader_epoch, node_id, since_ms FROM baton_terms")) {
                while (row.next()) {
                    terms.put(row.getLong(1), new Term(row.getString(2), row.getLong(3)));
                }
            }
            try (ResultSet row = statement.executeQuery(
                    "SELECT id, data, leader_epoch, at_ms FROM baton_job_events WHERE kind = 'job' ORDER BY id")) {
                while (row.next()) {
                    events.add(new Event(row.getLong(1), change(row.getString(2)), row.getLong(3), row.getLong(4)));
                }
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Change change(String data) {
        Map<String, ?> job = Json.parseObject(data);
        return new Change(
                String.valueOf(job.get("id")),
                String.valueOf(job.get("state")),
                job.get("job_epoch") instanceof Long epoch ? epoch : -1);
    }

    int events() {
        return events.size();
    }

    int terms() {
        return terms.size();
    }

    /** Returns events under an epoch that was not current, by the order and by the clock of the database. */
    List<String> staleCommits() {
        List<String> wrong = new ArrayList<>();
        long before = 0;
        for (Event event : events) {
            Term own = terms.get(event.epoch);
            Map.Entry<Long, Term> next = terms.higherEntry(event.epoch);
            if (event.epoch < before) {
                wrong.add(event + " came after an event of epoch " + before);
            } else if (own == null) {
                wrong.add(event + " has an epoch without a term");
            } else if (event.atMillis < own.sinceMillis) {
                wrong.add(event + " came before its term, " + own);
            } else if (next != null && event.atMillis > next.getValue().sinceMillis) {
                wrong.add(event + " came after term " + next.getKey() + " had begun, " + next.getValue());
            }
            before = Math.max(before, event.epoch);
        }
        return wrong;
    }

    /** Returns responses that contradict the rows: from another node than the leader, with another epoch, or without a row. */
    List<String> falseResponses(Collection<AcceptedWrite> responses) {
        Map<Change, Long> committed = new HashMap<>();
        events.forEach(event -> committed.putIfAbsent(event.change, event.epoch));
        List<String> wrong = new ArrayList<>();
        for (AcceptedWrite response : responses) {
            Term term = terms.get(response.epoch());
            if (term == null || !term.node.equals(response.node())) {
                wrong.add(response + " is not from the leader: epoch " + response.epoch() + " belongs to " + term);
            }
            if (!response.change().equals(Change.NONE)) {
                Long epoch = committed.get(response.change());
                if (epoch == null) {
                    wrong.add(response + " is not in the database");
                } else if (response.first() ? epoch != response.epoch() : epoch > response.epoch()) {
                    wrong.add(response + " was committed under epoch " + epoch);
                }
            }
        }
        return wrong;
    }

    /** Returns those of the jobs that did not end exactly once. */
    List<String> jobsNotEndedOnce(Collection<String> jobIds) {
        Map<String, Integer> ends = new HashMap<>();
        for (Event event : events) {
            if (FINAL_STATES.contains(event.change.state())) {
                ends.merge(event.change.jobId(), 1, Integer::sum);
            }
        }
        return jobIds.stream()
                .filter(id -> ends.getOrDefault(id, 0) != 1)
                .map(id -> id + " ended " + ends.getOrDefault(id, 0) + " times")
                .toList();
    }
}
