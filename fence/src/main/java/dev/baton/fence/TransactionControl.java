package dev.baton.fence;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * What an SQL text does to the transaction it runs in.
 *
 * @param ends whether one of its statements begins, ends or prepares a transaction, in any way to read the text
 * @param isUnreadable whether the text has several statements, and which ones cannot be said with certainty
 * @param isDoubtful whether one of its statements may end the transaction
 */
record TransactionControl(boolean ends, boolean isUnreadable, boolean isDoubtful) {
    private static final Set<String> ENDING = Set.of("COMMIT", "END", "ABORT", "BEGIN", "START");
    private static final Set<String> NOISE = Set.of("WORK", "TRANSACTION");

    /**
     * Statements that MariaDB and MySQL commit before and after, and EXECUTE and REPEAT, which can run any of them. All other
     * statements with statements inside have an END of their own.
     */
    private static final Set<String> COMMITTING = Set.of(
            "ALTER",
            "ANALYZE",
            "BACKUP",
            "CACHE",
            "CHANGE",
            "CHECK",
            "CREATE",
            "DROP",
            "EXECUTE",
            "FLUSH",
            "GRANT",
            "INSTALL",
            "LOCK",
            "OPTIMIZE",
            "RENAME",
            "REPAIR",
            "REPEAT",
            "RESET",
            "REVOKE",
            "STOP",
            "TRUNCATE",
            "UNINSTALL",
            "UNLOCK",
            "XA");

    /** Statements that may commit: calls of procedures, and settings. */
    private static final Set<String> MAY_COMMIT = Set.of("CALL", "LOAD", "SET");

    private record Text(String sql, SqlFamily family) {}

    /** Texts that were read before: programs send the same few again and again. */
    private static final Map<Text, TransactionControl> KNOWN = new ConcurrentHashMap<>();

    private static final int MAX_KNOWN = 500;
    private static final int LONGEST_KNOWN = 2_000;

    static TransactionControl of(String sql, SqlFamily family) {
        if (sql.length() > LONGEST_KNOWN) {
            return read(sql, family);
        }
        if (KNOWN.size() >= MAX_KNOWN) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(new Text(sql, family), text -> read(text.sql(), text.family()));
    }

    private static TransactionControl read(String sql, SqlFamily family) {
        List<GuardedStatements> readings = family.readings(sql).stream()
                .map(reading -> GuardedStatements.of(sql, reading))
                .toList();
        boolean ends = false;
        boolean doubtful = false;
        for (GuardedStatements reading : readings) {
            for (List<String> words : reading.statements()) {
                boolean commits = commits(words);
                ends |= ends(words) || (commits && family == SqlFamily.INNODB);
                doubtful |= commits || MAY_COMMIT.contains(words.get(0));
            }
        }
        boolean certain = readings.stream().allMatch(GuardedStatements::isCertain)
                && readings.stream()
                                .map(GuardedStatements::statements)
                                .distinct()
                                .count()
                        == 1;
        return new TransactionControl(ends, !certain && mayHaveSeveral(sql), doubtful || !certain);
    }

    private static boolean mayHaveSeveral(String sql) {
        int end = sql.indexOf(';');
        return end >= 0 && !sql.substring(end + 1).isBlank();
    }

    private static boolean ends(List<String> words) {
        String second = second(words);
        return switch (words.get(0)) {
            case "PREPARE" -> second.equals("TRANSACTION");
            case "SET" ->
                words.contains("AUTOCOMMIT")
                        || afterSetStatement(words).stream().anyMatch(TransactionControl::ends);
            case "ROLLBACK" -> !"TO".equals(NOISE.contains(second) && words.size() > 2 ? words.get(2) : second);
            default -> ENDING.contains(words.get(0));
        };
    }

    /** Temporary tables do not commit. */
    private static boolean commits(List<String> words) {
        String second = second(words);
        return switch (words.get(0)) {
            case "CREATE", "DROP" -> !second.equals("TEMPORARY");
            case "LOAD" -> second.equals("INDEX");
            case "SET" ->
                second.equals("PASSWORD") || afterSetStatement(words).stream().anyMatch(TransactionControl::commits);
            default -> COMMITTING.contains(words.get(0));
        };
    }

    /**
     * Returns what MariaDB may run with settings of its own: SET STATEMENT … FOR …. The first FOR can be part of a value.
     */
    private static List<List<String>> afterSetStatement(List<String> words) {
        return IntStream.range(0, second(words).equals("STATEMENT") ? words.size() - 1 : 0)
                .filter(at -> words.get(at).equals("FOR"))
                .mapToObj(at -> words.subList(at + 1, words.size()))
                .toList();
    }

    private static String second(List<String> words) {
        return words.size() > 1 ? words.get(1) : "";
    }
}
