package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two copies of the SQLite library in one process, as two web applications have. Their locks do not exclude each other. */
class SqliteCopiesTest {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");

    @TempDir
    Path folder;

    private URLClassLoader other;

    @BeforeEach
    void loadOtherCopy() throws Exception {
        List<URL> path = new ArrayList<>();
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : all.split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        other = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @AfterEach
    void closeOtherCopy() throws Exception {
        other.close();
    }

    /** A store of the other copy. */
    private record OtherStore(Object store) implements AutoCloseable {
        void use() {
            call("clockMillis");
        }

        @Override
        public void close() {
            call("close");
        }

        private void call(String method) {
            try {
                store.getClass().getMethod(method).invoke(store);
            } catch (ReflectiveOperationException failed) {
                throw new IllegalStateException(method, failed);
            }
        }
    }

    private OtherStore openedByOther(Path file) throws ReflectiveOperationException {
        Class<?> store = other.loadClass(ObjectStore.class.getName());
        return new OtherStore(store.getMethod("open", String.class).invoke(null, "sqlite:" + file));
    }

    @Test // LEASE-1
    void fileIsUsedByOneCopyAtATime() throws Exception {
        Path file = folder.resolve("store.db");
        try (ObjectStore own = ObjectStore.open("sqlite:" + file);
                ObjectStore second = ObjectStore.open("sqlite:" + file)) {
            own.putIf(KEY, "{}", WriteCondition.mustCreate());
            assertThat(second.get(KEY)).isPresent();
            Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
            for (Path name : List.of(file, link.resolve("store.db"))) {
                try (OtherStore refused = openedByOther(name)) {
                    assertThatThrownBy(refused::use)
                            .rootCause()
                            .hasMessageContaining("another copy of the SQLite library in this process");
                }
            }
            try (OtherStore elsewhere = openedByOther(Files.createFile(folder.resolve("other.db")))) {
                elsewhere.use();
            }
        }
        try (ObjectStore own = ObjectStore.open("sqlite:" + file)) {
            try (OtherStore later = openedByOther(file)) {
                later.use();
                assertThatThrownBy(() -> own.get(KEY)).isInstanceOf(StoreException.class);
            }
            assertThat(own.get(KEY)).isPresent();
        }
    }
}
