package dev.baton.node.proof;

import dev.baton.Leadership;
import dev.baton.fence.GuardedWork;
import dev.baton.node.ControllerProcess;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.database.WriteGuard;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A controller without a fence. The checkers must find its stale writes. */
final class UnfencedController {

    private UnfencedController() {}

    public static void main(String[] args) {
        ControllerProcess.run(new ControlChannel(System.in, System.out), new WriteGuard() {
            @Override
            public <T> T write(DataSource database, Leadership leadership, GuardedWork<T> work) throws SQLException {
                try (Connection connection = database.getConnection()) {
                    connection.setAutoCommit(false);
                    T result = work.run(connection);
                    connection.commit();
                    connection.setAutoCommit(true);
                    return result;
                }
            }
        });
        Runtime.getRuntime().halt(0);
    }
}
