package dev.baton.fence;

/** The same tests with a driver that counts the rows that changed, and not those that matched. */
class AffectedRowsHighestSeenTest extends MariadbHighestSeenTest {
    @Override
    String parameters() {
        return "&useAffectedRows=true";
    }
}
