package dev.baton.fence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The statements of an SQL text.
 *
 * @param statements the words of each statement in upper case, without comments, texts and names in double quotes
 * @param isCertain whether the database certainly finds the same statements
 */
record GuardedStatements(List<List<String>> statements, boolean isCertain) {

    static GuardedStatements of(String sql, SqlReading reading) {
        return new Scanner(sql, reading).scan();
    }

    /** Reads the text once from start to end. */
    private static final class Scanner {
        private final String sql;
        private final SqlReading reading;
        private final List<List<String>> statements = new ArrayList<>();
        private List<String> words = new ArrayList<>();
        private boolean certain = true;
        private boolean running;
        private int at;

        Scanner(String sql, SqlReading reading) {
            this.sql = sql;
            this.reading = reading;
        }

        GuardedStatements scan() {
            while (at < sql.length()) {
                char next = sql.charAt(at);
                if (next == ';') {
                    endStatement();
                    at++;
                } else if (isNameStart(next)) {
                    readWord();
                } else if (!skipComment()) {
                    skipOther(next);
                }
            }
            endStatement();
            return new GuardedStatements(List.copyOf(statements), certain);
        }

        private void endStatement() {
            if (!words.isEmpty()) {
                statements.add(words);
                words = new ArrayList<>();
            }
        }

        private void readWord() {
            int start = at;
            while (at < sql.length() && isNamePart(sql.charAt(at))) {
                at++;
            }
            String word = sql.substring(start, at);
            words.add(word.toUpperCase(Locale.ROOT));
            if (!reading.innodb() && word.equalsIgnoreCase("E") && sql.startsWith("'", at)) {
                while (sql.startsWith("'", at)) {
                    skipQuoted('\'', true);
                }
                certain &= !continues();
            }
        }

        /** A text with escapes that is continued in another line has escapes there too. */
        private boolean continues() {
            int next = at;
            while (next < sql.length() && Character.isWhitespace(sql.charAt(next))) {
                next++;
            }
            return next > at && (sql.startsWith("'", next) || sql.startsWith("--", next));
        }

        /** Every character outside ASCII can be part of a name. */
        private static boolean isNameStart(char next) {
            return (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_' || next >= 0x80;
        }

        private static boolean isNamePart(char next) {
            return isNameStart(next) || isDigit(next) || next == '$';
        }

        private static boolean isDigit(char next) {
            return next >= '0' && next <= '9';
        }

        private boolean skipComment() {
            if (sql.startsWith("--", at) && (!reading.innodb() || isBlankOrEnd(at + 2))) {
                skipLine();
            } else if (reading.innodb() && sql.charAt(at) == '#') {
                skipLine();
            } else if (reading.runsComments() && (sql.startsWith("/*!", at) || sql.startsWith("/*M!", at))) {
                running = true;
                at = sql.indexOf('!', at) + 1;
                while (at < sql.length() && isDigit(sql.charAt(at))) {
                    at++;
                }
            } else if (running && sql.startsWith("*/", at)) {
                running = false;
                at += 2;
            } else if (sql.startsWith("/*", at)) {
                skipBlock();
            } else {
                return false;
            }
            return true;
        }

        private boolean isBlankOrEnd(int index) {
            return index >= sql.length() || sql.charAt(index) <= ' ' || sql.charAt(index) == 0x7f;
        }

        private void skipLine() {
            while (at < sql.length() && sql.charAt(at) != '\n' && (reading.innodb() || sql.charAt(at) != '\r')) {
                at++;
            }
        }

        private void skipBlock() {
            int depth = 0;
            do {
                boolean opens = sql.startsWith("/*", at) && (depth == 0 || !reading.innodb());
                boolean closes = !opens && sql.startsWith("*/", at);
                depth += opens ? 1 : closes ? -1 : 0;
                at += opens || closes ? 2 : 1;
            } while (depth > 0 && at < sql.length());
            certain &= depth == 0;
        }

        private void skipOther(char next) {
            if (next == '\'') {
                skipQuoted(next, reading.escapesInTexts());
            } else if (next == '"') {
                skipQuoted(next, reading.escapesInDouble());
            } else if (next == '[' && reading.namesInBrackets()) {
                skipQuoted(']', false);
            } else if (next == '`' && reading.innodb()) {
                int start = at + 1;
                skipQuoted(next, false);
                words.add(sql.substring(start, Math.max(start, at - 1)).toUpperCase(Locale.ROOT));
            } else if (next == '$' && !reading.innodb()) {
                skipDollarQuoted();
            } else {
                at++;
            }
        }

        /** Two quotes in a row stand for one; they are read as the end of one text and the start of another. */
        private void skipQuoted(char quote, boolean escapes) {
            at++;
            while (at < sql.length() && sql.charAt(at) != quote) {
                at += escapes && sql.charAt(at) == '\\' ? 2 : 1;
            }
            certain &= at < sql.length();
            at = Math.min(at + 1, sql.length());
        }

        private void skipDollarQuoted() {
            int end = at + 1;
            while (end < sql.length() && sql.charAt(end) != '$' && isNamePart(sql.charAt(end))) {
                end++;
            }
            if (end >= sql.length() || sql.charAt(end) != '$' || isDigit(sql.charAt(at + 1))) {
                at++;
                return;
            }
            // Releases of PostgreSQL differ in what they read after a number.
            certain &= at == 0 || !isDigit(sql.charAt(at - 1));
            String tag = sql.substring(at, end + 1);
            int close = sql.indexOf(tag, end + 1);
            certain &= close >= 0;
            at = close < 0 ? sql.length() : close + tag.length();
        }
    }
}
