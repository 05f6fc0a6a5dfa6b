package dev.baton.fence;

/** The same on the oldest server that is supported. */
class OldestStarvationTest extends StarvationTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
