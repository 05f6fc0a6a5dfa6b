package dev.baton.fence;

/** The same tests on the oldest supported server. */
class OldestHighestSeenTest extends PostgresHighestSeenTest {
    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
