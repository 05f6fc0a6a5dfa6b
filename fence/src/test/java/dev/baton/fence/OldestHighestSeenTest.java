package dev.baton.fence;

/** The same on the oldest server that is supported. */
class OldestHighestSeenTest extends PostgresHighestSeenTest {
    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
