package dev.baton.store;

import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a MariaDB or MySQL server that the store depends on.
 *
 * @param values by name, all in small letters; a server has only some of them
 */
record ServerVariables(Map<String, String> values) {
    private static final String QUERY = "SHOW VARIABLES WHERE Variable_name IN ('version', 'wsrep_on',"
            + " 'group_replication_single_primary_mode', 'innodb_flush_log_at_trx_commit', 'log_bin', 'sync_binlog')";

    private static final Set<String> ON = Set.of("on", "1");
    private static final Pattern NUMBERS = Pattern.compile("(?:5\\.5\\.5-)?(\\d{1,4})\\.(\\d{1,4})");

    private record Variable(String name, String value) {}

    static ServerVariables of(Connection connection) throws SQLException {
        Map<String, String> values = new HashMap<>();
        for (Variable variable :
                SqlQuery.of(connection, QUERY).all(row -> new Variable(row.getString(1), row.getString(2)))) {
            values.put(
                    variable.name().toLowerCase(Locale.ROOT), variable.value().toLowerCase(Locale.ROOT));
        }
        return new ServerVariables(values);
    }

    private String value(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    private String version() {
        return value("version", "");
    }

    private boolean isMariadb() {
        return version().contains("mariadb");
    }

    /** Returns whether the server has at least this version. An unreadable version is taken for a new one. */
    private boolean isAtLeast(int major, int minor) {
        Matcher numbers = NUMBERS.matcher(version());
        if (!numbers.lookingAt()) {
            return true;
        }
        int present = Integer.parseInt(numbers.group(1));
        return present > major || (present == major && Integer.parseInt(numbers.group(2)) >= minor);
    }

    /** Refuses another product, and releases without sequences. */
    void requireMariadb(String shown) {
        if (!isMariadb()) {
            throw new StoreException(shown + " has version " + version()
                    + " and is not MariaDB; write mysql:// for a MySQL server (experimental)");
        }
        if (!isAtLeast(10, 3)) {
            throw new StoreException(
                    shown + " has version " + version() + ", which has no sequences; MariaDB 10.3 is needed");
        }
    }

    /** Refuses releases that forget the highest version when they restart. MySQL's driver also works with MariaDB. */
    void requireLastingNumbers(String shown) {
        if (isMariadb() ? !isAtLeast(10, 3) : !isAtLeast(8, 0)) {
            throw new StoreException(shown + " has version " + version()
                    + ", which issues versions twice after a restart; MySQL 8.0 or MariaDB 10.3 is needed");
        }
    }

    void refuseClusters(String shown) {
        boolean galera = ON.contains(value("wsrep_on", "off"));
        if (galera || !ON.contains(value("group_replication_single_primary_mode", "on"))) {
            throw new StoreException(
                    shown + " is part of a cluster in which several servers accept writes ("
                            + (galera ? "wsrep_on=ON" : "group_replication_single_primary_mode=OFF")
                            + "): they do not lock rows for each other, and each has its own clock. Use a single primary server");
        }
    }

    /** Returns what is weaker than the store promises. */
    List<String> weaknesses() {
        List<String> found = new ArrayList<>();
        if (!Set.of("1", "3").contains(value("innodb_flush_log_at_trx_commit", "1"))) {
            found.add(weakness("innodb_flush_log_at_trx_commit is not 1"));
        }
        if (ON.contains(value("log_bin", "off")) && !value("sync_binlog", "1").equals("1")) {
            // After a crash the server rolls back what the binary log does not contain.
            found.add(weakness("the server writes a binary log, and sync_binlog is not 1"));
        }
        return found;
    }

    private static String weakness(String setting) {
        return setting
                + ": a crash of the server's machine loses confirmed writes, so that two candidates can lead with"
                + " one epoch. Set it to 1";
    }
}
