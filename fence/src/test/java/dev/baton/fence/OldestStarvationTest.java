package dev.baton.fence;

/** The same tests on the oldest supported server. */
class OldestStarvationTest extends StarvationTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
