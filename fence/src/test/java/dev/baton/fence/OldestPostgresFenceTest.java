package dev.baton.fence;

/** The same tests on the oldest supported server. */
class OldestPostgresFenceTest extends PostgresFenceTest {

    @Override
    TestDatabase newDatabase() {
        return TestDatabase.onOldest();
    }
}
