package dev.baton.support.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a component's tables, found on the first session of a PostgreSQL database and then used by all. A later
 * change of the role's search path moves no session to other tables. Thread-safe.
 */
public final class PinnedSchema {
    private final TableSignature signature;
    private final AtomicReference<@Nullable SchemaInUse> pinned = new AtomicReference<>();

    public PinnedSchema(TableSignature signature) {
        this.signature = signature;
    }

    /**
     * Makes a session use the pinned schema, and pins the one of this session if it has the tables and none is pinned yet.
     * Creates nothing. The connection must be in auto-commit mode.
     *
     * @throws SchemaRefusedException if none is pinned, another schema has such tables, and the client has chosen none
     */
    public void use(Connection connection) throws SQLException {
        SchemaInUse found = SchemaInUse.read(connection, signature);
        if (pinned.get() == null) {
            found.requireAlone(connection);
            if (found.hasTable()) {
                pinned.compareAndSet(null, found);
            }
        }
        SchemaInUse known = pinned.get();
        // Sessions of a pool go back to the application: their path is changed only if it leads to another schema.
        if (known != null && !known.schema().equals(found.schema())) {
            // Temporary tables come first unless the path names their place.
            SqlQuery.of(
                            connection,
                            "SELECT set_config('search_path', quote_ident(?) || ', pg_temp', false)",
                            known.schema())
                    .hasRow();
        }
    }

    /**
     * Same, and brings the tables to the latest version. Of several processes that create them in different schemas at the same
     * moment, one succeeds.
     *
     * @throws SchemaRefusedException also for the reasons of {@link SchemaMigrations#apply}
     */
    public void prepare(Connection connection, SchemaMigrations migrations) throws SQLException {
        use(connection);
        SchemaInUse known = pinned.get();
        if (known != null) {
            migrations.apply(connection, known::requireAlone);
        } else {
            migrations.apply(connection, SchemaInUse.read(connection, signature)::requireAlone);
            use(connection);
        }
    }
}
