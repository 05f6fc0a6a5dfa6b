package dev.baton.fence;

/** The same tests on the oldest supported server. */
class OldestFrozenLeaderTest extends FrozenLeaderTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
