package dev.baton.fence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What an SQL text does to the transaction it runs in.
 *
 * @param ends whether one of its statements begins, ends or prepares a transaction
 * @param isDoubtful whether another database, or an unusual setting, may read the text in another way
 */
record TransactionControl(boolean ends, boolean isDoubtful) {
    private static final Set<String> ENDING = Set.of("COMMIT", "END", "ABORT", "BEGIN", "START");
    private static final Set<String> NOISE = Set.of("WORK", "TRANSACTION");
    private static final int WORDS_READ = 3;

    static TransactionControl of(String sql) {
        return new Reader(sql).read();
    }

    private static boolean ends(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        String second = words.size() > 1 ? words.get(1) : "";
        return switch (first) {
            case "PREPARE" -> second.equals("TRANSACTION");
            case "ROLLBACK" -> !"TO".equals(NOISE.contains(second) && words.size() > 2 ? words.get(2) : second);
            default -> ENDING.contains(first);
        };
    }

    /** Reads the first words of each statement, and skips comments, texts and quoted names. */
    private static final class Reader {
        private final String sql;
        private int at;
        private boolean doubtful;

        Reader(String sql) {
            this.sql = sql;
            this.doubtful = sql.indexOf('\\') >= 0 || sql.indexOf('#') >= 0 || sql.indexOf('`') >= 0;
        }

        TransactionControl read() {
            boolean ends = false;
            List<String> words = new ArrayList<>();
            while (at < sql.length()) {
                char next = sql.charAt(at);
                if (next == ';') {
                    ends |= ends(words);
                    words.clear();
                    at++;
                } else if (Character.isLetter(next) || next == '_') {
                    String word = word();
                    if (words.size() < WORDS_READ) {
                        words.add(word.toUpperCase(Locale.ROOT));
                    }
                } else {
                    skip(next);
                }
            }
            return new TransactionControl(ends || ends(words), doubtful);
        }

        private String word() {
            int start = at;
            while (at < sql.length()
                    && (Character.isLetterOrDigit(sql.charAt(at)) || "_$".indexOf(sql.charAt(at)) >= 0)) {
                at++;
            }
            return sql.substring(start, at);
        }

        private void skip(char next) {
            if (sql.startsWith("--", at)) {
                skipPast("\n", at + 2, false);
            } else if (sql.startsWith("/*", at)) {
                skipComment();
            } else if (next == '\'' || next == '"') {
                skipPast(String.valueOf(next), at + 1, true);
            } else if (next == '$' && !dollarTag().isEmpty()) {
                String tag = dollarTag();
                skipPast(tag, at + tag.length(), true);
            } else {
                at++;
            }
        }

        /** Two quotes in a row stand for one; they are read as the end of one text and the start of another. */
        private void skipPast(String end, int from, boolean required) {
            int found = sql.indexOf(end, from);
            doubtful |= required && found < 0;
            at = found < 0 ? sql.length() : found + end.length();
        }

        private void skipComment() {
            int depth = 0;
            do {
                boolean opens = sql.startsWith("/*", at);
                boolean closes = sql.startsWith("*/", at);
                depth += opens ? 1 : closes ? -1 : 0;
                // Not every database nests comments.
                doubtful |= depth > 1;
                at += opens || closes ? 2 : 1;
            } while (depth > 0 && at < sql.length());
            doubtful |= depth > 0;
        }

        private String dollarTag() {
            int end = at + 1;
            while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
                end++;
            }
            boolean tag = end < sql.length() && sql.charAt(end) == '$';
            return tag ? sql.substring(at, end + 1) : "";
        }
    }
}
