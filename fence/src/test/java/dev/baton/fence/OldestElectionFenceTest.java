package dev.baton.fence;

/** The same on the oldest server that is supported. */
class OldestElectionFenceTest extends PostgresFenceTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
