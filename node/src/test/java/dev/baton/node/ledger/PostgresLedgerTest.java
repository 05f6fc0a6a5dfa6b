package dev.baton.node.ledger;

class PostgresLedgerTest extends LedgerContract {

    @Override
    String url() {
        return TestServer.newDatabase();
    }
}
