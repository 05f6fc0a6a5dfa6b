package dev.baton.fence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Databases that read the texts, comments and quoted names of SQL in the same way. */
enum SqlFamily {
    POSTGRES,
    INNODB,
    OTHER;

    /** Brackets with more inside than a plain name. */
    private static final Pattern BRACKETS = Pattern.compile("\\[[^]]*[^]\\w\\s]");

    /** Returns the family of a connection's database. Sends nothing. */
    static SqlFamily of(Connection connection) throws SQLException {
        return switch (connection.getMetaData().getDatabaseProductName()) {
            case "PostgreSQL" -> POSTGRES;
            case "MariaDB", "MySQL" -> INNODB;
            default -> OTHER;
        };
    }

    /** Returns every way in which a database of this family can read the text, whatever the settings of its session. */
    List<SqlReading> readings(String sql) {
        List<SqlReading> readings = new ArrayList<>();
        boolean escapes = sql.indexOf('\\') >= 0;
        if (this != INNODB) {
            readings.add(SqlReading.STANDARD);
            if (escapes) {
                readings.add(SqlReading.STANDARD.withEscapes(true, false));
            }
        }
        if (this != POSTGRES) {
            readings.add(SqlReading.INNODB);
            if (escapes) {
                readings.add(SqlReading.INNODB.withEscapes(true, false));
                readings.add(SqlReading.INNODB.withEscapes(true, true));
            }
            if (sql.contains("/*!") || sql.contains("/*M!")) {
                // Whether the server runs the text of such a comment depends on its version.
                List.copyOf(readings).stream()
                        .filter(SqlReading::innodb)
                        .map(SqlReading::withRunningComments)
                        .forEach(readings::add);
            }
        }
        if (this == OTHER && BRACKETS.matcher(sql).find()) {
            List.copyOf(readings).stream().map(SqlReading::withNamesInBrackets).forEach(readings::add);
        }
        return readings;
    }
}
