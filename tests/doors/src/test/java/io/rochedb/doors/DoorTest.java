package io.rochedb.doors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The tests beside this one do go through a server. */
class DoorTest {
    @Test
    void memoryStoresAreBehindADoor() throws SQLException {
        long before = DoorConnector.SESSIONS.get();
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:")) {
            assertTrue(connection.isValid(1));
        }
        assertTrue(DoorConnector.SESSIONS.get() > before);
    }
}
