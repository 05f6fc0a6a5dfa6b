package dev.baton.seams;

import java.util.List;

/** Bugs planted in the store and the fence on MariaDB. */
final class MariadbMutants {
    private static final String STORE = "dev.baton.store.MariadbStoreTest";
    private static final String FENCE = "dev.baton.fence.MariadbHighestSeenTest";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "MARIADB_VERSIONS_REPEAT",
                    "a record that is created again gets a version that it had",
                    store("MariadbDatabase", "\"NEXTVAL(objects_version)\"", "\"(SELECT 1)\""),
                    STORE,
                    "recreatedRecordNeverReusesAVersion"),
            new SeamMutant(
                    "MARIADB_RENEWAL_OF_ANY_VERSION",
                    "a renewal matches a record that another process has written",
                    store(
                            "InnodbRecords",
                            "condition = \" AND resource_version = ?\";",
                            "condition = \" AND resource_version <> -?\";"),
                    STORE,
                    "touchedRecordHasANewVersionAndTheOldVersionMatchesNothing"),
            new SeamMutant(
                    "MARIADB_SESSION_END_IGNORED",
                    "the end of a leader's session wakes nobody",
                    store("SignalListener", "ending == SessionLock.Ending.ENDED || changes != seen", "changes != seen"),
                    "dev.baton.store.SessionEndTest",
                    "killedHolderWakesTheListenerWithoutANotification"),
            new SeamMutant(
                    "MARIADB_LOCAL_TIME",
                    "the clock depends on the time zone of the server",
                    store("InnodbRecords", "UTC_TIMESTAMP(6)", "NOW(6)"),
                    STORE,
                    "clockIsThatOfTheServerInEveryTimeZone"),
            new SeamMutant(
                    "MARIADB_DEADLOCK_NOT_REPEATED",
                    "a transaction that the server rolled back fails",
                    store("InnodbDatabase", "return InnodbErrors.isDeadlock(failed);", "return false;"),
                    STORE,
                    "transactionThatTheServerRolledBackIsRepeated"),
            new SeamMutant(
                    "MARIADB_CLUSTER_ACCEPTED",
                    "several servers accept writes of one election",
                    store("ServerVariables", "if (galera || !ON", "if (galera && !ON"),
                    STORE,
                    "clustersAndServersThatForgetVersionsAreRefused"),
            new SeamMutant(
                    "MARIADB_FENCE_NAMES_ARE_TEXTS",
                    "a valid leader is refused because of an election in other letters",
                    fence("Arrays.equals(row.getBytes(2), name)", "row.getBytes(2) != null"),
                    FENCE,
                    "tableOf01WhoseNamesAreCaseInsensitiveIsChanged"),
            new SeamMutant(
                    "MARIADB_FENCE_READS_A_SNAPSHOT",
                    "an old snapshot admits a former leader",
                    fence(" WHERE election = ? FOR UPDATE\"", " WHERE election = ?\""),
                    FENCE,
                    "oldSnapshotDoesNotAdmitOlderLeader(int)"),
            new SeamMutant(
                    "MARIADB_FENCE_LIMIT_STAYS",
                    "the limit of a guarded transaction stays in a pooled session",
                    fence(" = @baton_idle, @baton_idle = NULL\"", " = @@\" + idleLimit + \", @baton_idle = NULL\""),
                    FENCE,
                    "limitOfTheSessionIsRestored"));

    private MariadbMutants() {}

    private static List<SourceEdit> store(String type, String original, String replacement) {
        return List.of(new SourceEdit("store", "dev/baton/store/" + type + ".java", original, replacement));
    }

    private static List<SourceEdit> fence(String original, String replacement) {
        return List.of(new SourceEdit("fence", "dev/baton/fence/InnodbFence.java", original, replacement));
    }
}
