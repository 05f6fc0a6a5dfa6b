package dev.baton.support.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The schema that a session of PostgreSQL uses for a component's tables: the one on its search path that has the main table,
 * or else the one in which the session would create it.
 *
 * @param schema the name; empty if no schema of the search path exists
 * @param hasTable whether the main table exists there
 * @param chosen whether the client has chosen the search path. Otherwise it follows from the server's settings and the name
 *     of the role, so that two clients can have different ones without knowing it
 */
public record SchemaInUse(TableSignature signature, String schema, boolean hasTable, boolean chosen) {
    private static final String IN_USE = "SELECT coalesce(n.nspname::text, current_schema()::text, ''),"
            + " n.nspname IS NOT NULL, EXISTS (SELECT 1 FROM pg_catalog.pg_settings WHERE name = 'search_path'"
            + " AND source IN ('client', 'session') AND setting NOT LIKE '%$user%')"
            + " FROM (SELECT to_regclass(?)::oid AS found) AS t LEFT JOIN pg_catalog.pg_class c ON c.oid = t.found"
            + " LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace";

    /** Begin of the names of the schemas that belong to one session each. */
    private static final String TEMPORARY = "pg_temp_";

    /** The catalog is readable by every role, without privileges on the schemas. */
    private static final String OTHERS = "SELECT n.nspname::text FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = ? AND n.nspname <> ?"
            + " AND c.relkind IN ('r', 'p') AND c.relpersistence <> 't'"
            + " AND (SELECT count(*) FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0"
            + " AND NOT a.attisdropped AND a.attname::text = ANY (?)) = ?"
            + " AND EXISTS (SELECT 1 FROM pg_catalog.pg_class o WHERE o.relnamespace = c.relnamespace"
            + " AND o.relname::text = ANY (?)) ORDER BY 1";

    /** Returns the schema that the session uses now. One query; changes nothing. */
    public static SchemaInUse read(Connection connection, TableSignature signature) throws SQLException {
        return SqlQuery.of(connection, IN_USE, signature.table())
                .first(row -> new SchemaInUse(signature, row.getString(1), row.getBoolean(2), row.getBoolean(3)))
                .orElseThrow(() -> new SQLException("the server did not return the search path", "08P01"));
    }

    /**
     * Checks that no other schema of the database has the component's tables, unless the client has chosen its search path.
     *
     * @throws SchemaRefusedException if another one has them, or if the schema is that of temporary tables
     */
    public void requireAlone(Connection connection) throws SQLException {
        if (schema.startsWith(TEMPORARY)) {
            throw SchemaRefusedException.temporary(signature.table());
        }
        if (chosen) {
            return;
        }
        List<String> others = SqlQuery.of(
                        connection,
                        OTHERS,
                        signature.table(),
                        schema,
                        texts(connection, signature.columns()),
                        (long) signature.columns().size(),
                        texts(connection, signature.companions()))
                .all(row -> row.getString(1));
        if (!others.isEmpty()) {
            throw SchemaRefusedException.inTwoSchemas(signature.table(), schema, others);
        }
    }

    private static Object texts(Connection connection, List<String> names) throws SQLException {
        return connection.createArrayOf("text", names.toArray());
    }
}
