package dev.baton.spring;

import java.sql.SQLException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Translates failures of a guard. A method need not declare them, and who repeats a deadlock of its own statements repeats
 * that of the guard. They are no {@code TransactionException}: before a commit, Spring takes that for a failure of the commit
 * itself, and does not roll back.
 */
final class FenceFailures {
    private static final SQLExceptionTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

    private FenceFailures() {}

    static DataAccessException translate(String task, SQLException failed) {
        DataAccessException translated = TRANSLATOR.translate(task, null, failed);
        return translated != null ? translated : new UncategorizedSQLException(task, null, failed);
    }
}
