package dev.baton.fence;

/** The same tests on the oldest supported server. */
class OldestGuardedTimeTest extends GuardedTimeTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
