package dev.baton.support.sql;

import java.util.List;

/**
 * How the tables of one component are recognized in any schema of a PostgreSQL database. Another program's table of the
 * same name must not count.
 *
 * @param table the name of the main table
 * @param columns columns that the main table has in every version
 * @param companions tables or sequences, at least one of which is in the same schema
 */
public record TableSignature(String table, List<String> columns, List<String> companions) {

    public TableSignature {
        columns = List.copyOf(columns);
        companions = List.copyOf(companions);
    }
}
