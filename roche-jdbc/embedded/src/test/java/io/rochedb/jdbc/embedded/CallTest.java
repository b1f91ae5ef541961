package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallTest {
    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        connection = Stores.open(Stores.fresh());
        fill(connection, "a", 1);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    @Test
    void aProcedureTakesParametersAndReturnsRows() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call DESCRIBE_RING(?, ?)}")) {
            call.setString(1, "a");
            call.setString(2, "letters");
            assertTrue(call.execute());
            ResultSet rows = call.getResultSet();
            assertTrue(rows.next());
            assertEquals("letters", rows.getString("description"));
            assertState("0A000", () -> call.registerOutParameter(1, Types.VARCHAR));
            assertState("0A000", () -> call.getString(1));
            assertState("0A000", () -> call.setString("ring", "a"));
        }
        assertEquals("CALL COMPACT()", connection.nativeSQL("{call COMPACT}"));
    }

    @Test
    void aFunctionsValueIsParameterOne() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{ ? = call CHAR_LENGTH( ? ) }")) {
            ParameterMetaData parameters = call.getParameterMetaData();
            assertEquals(2, parameters.getParameterCount());
            assertEquals(ParameterMetaData.parameterModeOut, parameters.getParameterMode(1));
            assertEquals(ParameterMetaData.parameterModeIn, parameters.getParameterMode(2));
            call.registerOutParameter(1, Types.BIGINT);
            assertState("22023", () -> call.setString(1, "x"));
            assertState("24000", () -> call.getInt(1));
            call.setString(2, "four");
            assertFalse(call.execute());
            assertEquals(4, call.getInt(1));
            assertEquals(4L, call.getObject(1));
            assertEquals("4", call.getString(1));
            assertFalse(call.wasNull());
            call.setNull(2, Types.VARCHAR);
            assertEquals(0, call.executeUpdate());
            assertEquals(0, call.getInt(1));
            assertTrue(call.wasNull());
            assertNull(call.getObject(1));
            assertState("07009", () -> call.getInt(2));
            assertState("07005", call::executeQuery);
        }
        assertState("42883", () -> connection.prepareCall("{? = call NO_SUCH(?)}"));
    }
}
