package dev.baton.node.database;

class PostgresJobLifetimeTest extends JobLifetimeContract {

    @Override
    String url() {
        return TestPostgres.newDatabase();
    }
}
