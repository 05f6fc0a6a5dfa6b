package dev.baton.fence;

/** The same on the oldest server that is supported. */
class OldestElectionFenceTest extends ElectionFenceTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
