package dev.baton.store;

import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of a listing.
 *
 * @param objects its records, without those whose key is none
 * @param next the id after which the next part begins; empty after the last part
 */
record StorePage(List<StoredObject> objects, Optional<String> next) {

    /** Collects the rows of one part. */
    static final class Builder {
        private final List<StoredObject> objects = new ArrayList<>();
        private final int limit;
        private int rows;
        private String last = "";

        Builder(int limit) {
            this.limit = limit;
        }

        /** Adds a row. It counts also if its key is none, because the next part begins after it. */
        boolean add(String id, ResultSet row, RowReader<StoredObject> reader) throws SQLException {
            rows++;
            last = id;
            StoreStatements.readable(row, reader).ifPresent(objects::add);
            return true;
        }

        StorePage build() {
            return new StorePage(List.copyOf(objects), rows < limit ? Optional.empty() : Optional.of(last));
        }
    }
}
