package dev.baton.lease;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import dev.baton.testkit.StoreHolder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The row of a lease, as a program without Baton reads it. */
final class StoredLease {
    private StoredLease() {}

    static Optional<StoreHolder> holder(Connection connection, String election) throws SQLException {
        String query = "SELECT payload FROM objects WHERE object_type = 'reconciler_lease' AND id = ?";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(holder(row.getString(1))) : Optional.empty();
            }
        }
    }

    private static StoreHolder holder(String payload) {
        JsonFields fields = new JsonFields("lease", Json.parseObject(payload));
        return new StoreHolder(fields.text("holder"), fields.number("epoch"));
    }

    /** Returns the versions of the lease and of the epoch. */
    static String versions(Connection connection, String election) throws SQLException {
        String query = "SELECT object_type, resource_version FROM objects"
                + " WHERE object_type IN ('reconciler_lease', 'baton_epoch') AND id = ? ORDER BY 1";
        StringBuilder versions = new StringBuilder();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    versions.append(row.getString(1)).append(row.getLong(2)).append(' ');
                }
            }
        }
        return versions.toString();
    }

    /** Writes another epoch into the lease and the epoch record, as new versions of both, which the store does not assign soon. */
    static void rewriteEpoch(Connection connection, String election, long epoch) throws SQLException {
        for (String type : List.of("reconciler_lease", "baton_epoch")) {
            String query = "SELECT payload FROM objects WHERE object_type = ? AND id = ?";
            String update = "UPDATE objects SET payload = ?, resource_version = resource_version + 1000000"
                    + " WHERE object_type = ? AND id = ?";
            try (PreparedStatement read = connection.prepareStatement(query);
                    PreparedStatement write = connection.prepareStatement(update)) {
                read.setString(1, type);
                read.setString(2, election);
                try (ResultSet row = read.executeQuery()) {
                    if (row.next()) {
                        Map<String, @Nullable Object> record = new LinkedHashMap<>(Json.parseObject(row.getString(1)));
                        record.put("epoch", epoch);
                        write.setString(1, Json.write(record));
                        write.setString(2, type);
                        write.setString(3, election);
                        write.executeUpdate();
                    }
                }
            }
        }
    }
}
