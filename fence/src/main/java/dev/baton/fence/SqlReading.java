package dev.baton.fence;

/**
 * One way to read an SQL text.
 *
 * @param innodb whether to read it as MariaDB and MySQL do; otherwise as PostgreSQL does
 * @param escapesInTexts whether a backslash escapes a quote in every text, and not only in {@code E'…'}
 * @param escapesInDouble whether a backslash escapes a double quote, because double quotes enclose texts
 * @param runsComments whether the text of a comment that begins with an exclamation mark is run
 * @param namesInBrackets whether brackets enclose names
 */
record SqlReading(
        boolean innodb,
        boolean escapesInTexts,
        boolean escapesInDouble,
        boolean runsComments,
        boolean namesInBrackets) {
    static final SqlReading STANDARD = new SqlReading(false, false, false, false, false);
    static final SqlReading INNODB = new SqlReading(true, false, false, false, false);

    SqlReading withEscapes(boolean inTexts, boolean inDouble) {
        return new SqlReading(innodb, inTexts, inDouble, runsComments, namesInBrackets);
    }

    SqlReading withRunningComments() {
        return new SqlReading(innodb, escapesInTexts, escapesInDouble, true, namesInBrackets);
    }

    SqlReading withNamesInBrackets() {
        return new SqlReading(innodb, escapesInTexts, escapesInDouble, runsComments, true);
    }
}
