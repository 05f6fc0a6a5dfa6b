package dev.baton.seams;

import java.util.List;

/** Bugs planted in the store on SQLite. */
final class StoreMutants {
    private static final String PLACE = "dev.baton.store.SqlitePlaceTest";
    private static final String OPENER = "dev/baton/store/SqliteOpener.java";
    private static final String FILES = "dev/baton/store/SqliteFiles.java";

    static final List<SeamMutant> ALL = List.of(
            new SeamMutant(
                    "STORE_LOG_NOT_SHARED",
                    "a second log is created beside a database whose log was deleted",
                    List.of(edit("store", OPENER, "        requireSharedLog();\n", "")),
                    PLACE,
                    "nothingIsLostAndNobodyElseWritesAfterTheLogWasDeleted(java.lang.String)"),
            new SeamMutant(
                    "STORE_UNDER_TWO_NAMES",
                    "a store may have several names",
                    List.of(edit("store", FILES, "main.get().links() > 1", "main.get().links() > 99")),
                    PLACE,
                    "fileWithSeveralNamesIsRefusedAlsoIfItGetsThemLater(dev.baton.store.SqliteJournal)"),
            new SeamMutant(
                    "STORE_IN_TWO_PLACES",
                    "a store may be a mount point",
                    List.of(edit(
                            "store", FILES, " && MountPoints.isMountPoint(realOrSame(file))", " && file.equals(null)")),
                    PLACE,
                    "singleFileMountedIntoAnotherPlaceIsRefused"),
            new SeamMutant(
                    "STORE_OF_TWO_COPIES",
                    "two copies of the SQLite library in one process use one file",
                    List.of(edit(
                            "store", "dev/baton/store/SqliteUse.java", "if (!isOwn(user)) {", "if (name.isEmpty()) {")),
                    "dev.baton.store.SqliteCopiesTest",
                    "fileIsUsedByOneCopyAtATime"),
            new SeamMutant(
                    "STORE_ON_NETWORK",
                    "a store may be on a file system that other machines use too",
                    List.of(edit("store", FILES, "if (network.isPresent()) {", "if (network.equals(main)) {")),
                    "dev.baton.cli.StorePlaceTest",
                    "databaseFileOnANetworkFileSystemIsRefused"),
            new SeamMutant(
                    "STORE_REPLACED_FILE_KEPT",
                    "a connection goes on in a file that was replaced",
                    List.of(edit(
                            "store",
                            "dev/baton/store/SqliteDatabase.java",
                            "return SqliteFiles.of(file);",
                            "return file;")),
                    PLACE,
                    "replacedFileIsNoticedBeforeTheNextRequest(dev.baton.store.SqliteJournal)"),
            new SeamMutant(
                    "STORE_LOCKED_FILE_IS_EMPTY",
                    "a table that a connection does not remember counts as absent in a locked file",
                    List.of(edit(
                            "support",
                            "dev/baton/support/sql/AbsentTable.java",
                            "SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?)",
                            "SELECT 1 WHERE 1 = 0 AND '' = ?")),
                    "dev.baton.store.LockedSqliteTest",
                    "connectionFromBeforeTheFirstWriteDoesNotFindTheLockedStoreEmpty"),
            new SeamMutant(
                    "STORE_READ_CREATES",
                    "a read creates the database file",
                    List.of(edit(
                            "store",
                            "dev/baton/store/SessionPool.java",
                            "if (database.isAbsent()) {",
                            "if (operation.isEmpty()) {")),
                    PLACE,
                    "readingCreatesNeitherTheFileNorTables"));

    private StoreMutants() {}

    private static SourceEdit edit(String module, String source, String original, String replacement) {
        return new SourceEdit(module, source, original, replacement);
    }
}
