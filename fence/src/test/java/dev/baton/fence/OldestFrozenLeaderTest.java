package dev.baton.fence;

/** The same on the oldest server that is supported. */
class OldestFrozenLeaderTest extends FrozenLeaderTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
