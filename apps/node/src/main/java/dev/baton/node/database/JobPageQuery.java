package dev.baton.node.database;

import dev.baton.node.job.Job;
import dev.baton.node.job.Labels;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads pages of jobs. The size of a page is bounded, whatever the size of the jobs. */
final class JobPageQuery {
    /** A page ends after the job that exceeds this number of characters. */
    private static final long LARGEST_PAGE = 4 << 20;

    private JobPageQuery() {}

    private record SizedRow(long seq, long size) {}

    /** Returns a page of jobs; empty if the job to start after does not exist. */
    static Optional<JobPage> read(SqlStatements sql, JobQuery query) throws SQLException {
        long after = query.newestFirst() ? Long.MAX_VALUE : 0;
        if (query.after().isPresent()) {
            String id = query.after().get();
            Optional<Long> found = sql.row("SELECT seq FROM baton_jobs WHERE id = ?", row -> row.getLong(1), id);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            after = found.get();
        }
        List<SizedRow> rows = sizes(sql, query, after);
        List<SizedRow> fitting = fitting(rows);
        if (fitting.isEmpty()) {
            return Optional.of(new JobPage(List.of(), Optional.empty()));
        }
        long last = fitting.get(fitting.size() - 1).seq();
        String range = query.newestFirst() ? "seq < ? AND seq >= ?" : "seq > ? AND seq <= ?";
        String select =
                "SELECT " + columns(query) + " FROM baton_jobs WHERE " + conditions(query) + range + order(query);
        List<Job> jobs = sql.rows(select, JobTable::read, parameters(query, after, last));
        boolean more = fitting.size() < rows.size() || rows.size() == query.limit();
        return Optional.of(new JobPage(
                jobs,
                more && !jobs.isEmpty() ? Optional.of(jobs.get(jobs.size() - 1).id()) : Optional.empty()));
    }

    private static List<SizedRow> sizes(SqlStatements sql, JobQuery query, long after) throws SQLException {
        StringBuilder size = new StringBuilder("coalesce(length(command), 0)");
        query.include()
                .forEach(part ->
                        size.append(" + coalesce(length(").append(part.field()).append("), 0)"));
        String select = "SELECT seq, " + size + " FROM baton_jobs WHERE " + conditions(query)
                + (query.newestFirst() ? "seq < ?" : "seq > ?") + order(query) + " LIMIT ?";
        return sql.rows(
                select, row -> new SizedRow(row.getLong(1), row.getLong(2)), parameters(query, after, query.limit()));
    }

    private static List<SizedRow> fitting(List<SizedRow> rows) {
        List<SizedRow> fitting = new ArrayList<>();
        long total = 0;
        for (SizedRow row : rows) {
            if (total > LARGEST_PAGE) {
                break;
            }
            total += row.size();
            fitting.add(row);
        }
        return fitting;
    }

    private static String columns(JobQuery query) {
        String columns = JobTable.COLUMNS;
        for (JobPart part : JobPart.values()) {
            if (!query.include().contains(part)) {
                columns = columns.replace(" " + part.field() + ",", " NULL AS " + part.field() + ",");
            }
        }
        return columns;
    }

    private static String conditions(JobQuery query) {
        String label = "replace(requires, ?, '') <> requires AND ";
        return (query.state().isPresent() ? "state = ? AND " : "")
                + (query.label().isPresent() ? label : "");
    }

    private static String order(JobQuery query) {
        return query.newestFirst() ? " ORDER BY seq DESC" : " ORDER BY seq";
    }

    private static Object[] parameters(JobQuery query, Object... others) {
        List<Object> parameters = new ArrayList<>();
        query.state().ifPresent(wanted -> parameters.add(wanted.code()));
        query.label().ifPresent(wanted -> parameters.add(Labels.text(wanted)));
        parameters.addAll(List.of(others));
        return parameters.toArray();
    }
}
