package dev.baton.node.database;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteJobLifetimeTest extends JobLifetimeContract {
    @TempDir
    Path directory;

    @Override
    String url() {
        return "sqlite:" + directory.resolve("node.db");
    }
}
