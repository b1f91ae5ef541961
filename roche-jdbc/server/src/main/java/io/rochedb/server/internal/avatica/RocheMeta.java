package io.rochedb.server.internal.avatica;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.proto.Responses;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * The calls of Avatica's protocol for one caller, answered over JDBC connections to the stores of this server.
 *
 * <p>Implements the protocol's requests themselves: the library's own layer below them reads result sets through a calendar, checks no owner of a
 * statement, takes a lost statement for an empty batch, and lets a client repeat a half-read query unawares. What is lost here is an error.
 */
final class RocheMeta implements Service {
    // The library makes these answers from bytes only.
    private static final CommitResponse COMMITTED =
            AvaticaProtocol.empty(Responses.CommitResponse.class, CommitResponse.class);
    private static final RollbackResponse ROLLED_BACK =
            AvaticaProtocol.empty(Responses.RollbackResponse.class, RollbackResponse.class);

    private final AvaticaConnections connections;
    private final Caller caller;
    private final boolean json;
    private boolean reached;

    RocheMeta(AvaticaConnections connections, Caller caller, boolean json) {
        this.connections = connections;
        this.caller = caller;
        this.json = json;
    }

    /** One request over a connection. */
    private interface Call<T> {
        T on(AvaticaConnection connection) throws SQLException;
    }

    /** Returns whether there was a request: what fails before was none of the protocol. */
    boolean wasReached() {
        return reached;
    }

    private <T> T on(String connectionId, Call<T> call) {
        reached = true;
        return connections.on(connectionId, caller, call::on);
    }

    @Override
    public void setRpcMetadata(RpcMetadataResponse metadata) {
        // the answers name no server
    }

    // ---- connections ----

    @Override
    public OpenConnectionResponse apply(OpenConnectionRequest request) {
        reached = true;
        connections.open(request.connectionId, caller, request.info == null ? Map.of() : request.info);
        return new OpenConnectionResponse();
    }

    @Override
    public CloseConnectionResponse apply(CloseConnectionRequest request) {
        reached = true;
        connections.close(request.connectionId, caller);
        return new CloseConnectionResponse();
    }

    @Override
    public ConnectionSyncResponse apply(ConnectionSyncRequest request) {
        return on(request.connectionId, connection -> {
            Connection jdbc = connection.jdbc();
            Meta.ConnectionProperties wanted = request.connProps;
            if (wanted.isAutoCommit() != null && wanted.isAutoCommit() != jdbc.getAutoCommit()) {
                jdbc.setAutoCommit(wanted.isAutoCommit());
            }
            if (wanted.isReadOnly() != null && wanted.isReadOnly() != jdbc.isReadOnly()) {
                jdbc.setReadOnly(wanted.isReadOnly());
            }
            Integer isolation = wanted.getTransactionIsolation();
            // 0 is what a client sends that has no wish, and no level a store could take
            if (isolation != null
                    && isolation != Connection.TRANSACTION_NONE
                    && isolation != jdbc.getTransactionIsolation()) {
                jdbc.setTransactionIsolation(isolation);
            }
            String schema = wanted.getSchema();
            if (schema != null && !schema.isEmpty() && !schema.equals(jdbc.getSchema())) {
                jdbc.setSchema(schema);
            }
            return new ConnectionSyncResponse(new ConnectionPropertiesImpl(jdbc), null);
        });
    }

    @Override
    public CommitResponse apply(CommitRequest request) {
        return on(request.connectionId, connection -> {
            connection.jdbc().commit();
            return COMMITTED;
        });
    }

    @Override
    public RollbackResponse apply(RollbackRequest request) {
        return on(request.connectionId, connection -> {
            connection.jdbc().rollback();
            return ROLLED_BACK;
        });
    }

    @Override
    public DatabasePropertyResponse apply(DatabasePropertyRequest request) {
        return on(request.connectionId, connection -> {
            DatabaseMetaData meta = connection.jdbc().getMetaData();
            Map<Meta.DatabaseProperty, Object> properties = new EnumMap<>(Meta.DatabaseProperty.class);
            for (Meta.DatabaseProperty property : Meta.DatabaseProperty.values()) {
                Object value = DatabaseProperties.read(meta, property);
                if (value != null) {
                    properties.put(property, value);
                }
            }
            return new DatabasePropertyResponse(properties, null);
        });
    }

    // ---- statements ----

    @Override
    public CreateStatementResponse apply(CreateStatementRequest request) {
        return on(request.connectionId, connection -> {
            int id = connection.add(new OpenStatement(connection.jdbc().createStatement(), null));
            return new CreateStatementResponse(request.connectionId, id, null);
        });
    }

    @Override
    public CloseStatementResponse apply(CloseStatementRequest request) {
        reached = true;
        connections.closeStatement(request.connectionId, caller, request.statementId);
        return new CloseStatementResponse();
    }

    @Override
    public PrepareResponse apply(PrepareRequest request) {
        return on(request.connectionId, connection -> {
            PreparedStatement prepared = connection.jdbc().prepareStatement(request.sql);
            try {
                limit(prepared, request.maxRowCount);
                Meta.Signature signature = AvaticaValues.signature(
                        request.sql, prepared.getMetaData(), prepared.getParameterMetaData(), json);
                int id = connection.add(new OpenStatement(prepared, request.sql));
                return new PrepareResponse(new Meta.StatementHandle(request.connectionId, id, signature), null);
            } catch (SQLException | RuntimeException e) {
                prepared.close();
                throw e;
            }
        });
    }

    @Override
    public ExecuteResponse apply(PrepareAndExecuteRequest request) {
        return on(request.connectionId, connection -> {
            OpenStatement statement = connection.statement(request.statementId);
            if (statement == null) {
                // nothing was run: the client makes the statement anew and sends its text again
                return new ExecuteResponse(null, true, null);
            }
            limit(statement.statement(), request.maxRowCount);
            boolean rows = statement.statement().execute(request.sql);
            return answer(request.connectionId, request.statementId, statement, rows, request.maxRowsInFirstFrame);
        });
    }

    @Override
    public ExecuteResponse apply(ExecuteRequest request) {
        Meta.StatementHandle handle = request.statementHandle;
        return on(handle.connectionId, connection -> {
            OpenStatement statement = require(connection, handle.id);
            PreparedStatement prepared = statement.prepared();
            bind(prepared, request.parameterValues);
            boolean rows = prepared.execute();
            return answer(handle.connectionId, handle.id, statement, rows, request.maxRowCount);
        });
    }

    private ExecuteResponse answer(
            String connectionId, int statementId, OpenStatement statement, boolean rows, int firstRows)
            throws SQLException {
        if (!rows) {
            long count = statement.statement().getLargeUpdateCount();
            return new ExecuteResponse(
                    List.of(new ResultSetResponse(connectionId, statementId, true, null, null, count, null)),
                    false,
                    null);
        }
        ResultSet opened = statement.statement().getResultSet();
        Meta.Signature signature = AvaticaValues.signature(
                statement.sql(),
                opened.getMetaData(),
                statement.sql() == null ? null : statement.prepared().getParameterMetaData(),
                json);
        statement.rows(opened);
        Meta.Frame first = statement.frame(0, firstRows);
        return new ExecuteResponse(
                List.of(new ResultSetResponse(connectionId, statementId, true, signature, first, -1, null)),
                false,
                null);
    }

    @Override
    public FetchResponse apply(FetchRequest request) {
        return on(request.connectionId, connection -> {
            OpenStatement statement = require(connection, request.statementId);
            return new FetchResponse(statement.frame(request.offset, request.fetchMaxRowCount), false, false, null);
        });
    }

    /** Runs a query again for a client that lost its rows: refused, since other rows may have come or gone since. */
    @Override
    public SyncResultsResponse apply(SyncResultsRequest request) {
        reached = true;
        QueryState state = request.state;
        throw AvaticaErrors.of(
                "24000",
                "the rows of " + (state == null || state.getSql() == null ? "the query" : "'" + state.getSql() + "'")
                        + " are no longer there; run it again");
    }

    @Override
    public ExecuteBatchResponse apply(PrepareAndExecuteBatchRequest request) {
        return on(request.connectionId, connection -> {
            Statement statement = require(connection, request.statementId).statement();
            statement.clearBatch();
            for (String sql : request.sqlCommands) {
                statement.addBatch(sql);
            }
            return batch(request.connectionId, request.statementId, statement.executeLargeBatch());
        });
    }

    @Override
    public ExecuteBatchResponse apply(ExecuteBatchRequest request) {
        return on(request.connectionId, connection -> {
            PreparedStatement prepared =
                    require(connection, request.statementId).prepared();
            prepared.clearBatch();
            for (List<TypedValue> values : Batches.values(request)) {
                bind(prepared, values);
                prepared.addBatch();
            }
            return batch(request.connectionId, request.statementId, prepared.executeLargeBatch());
        });
    }

    private static ExecuteBatchResponse batch(String connectionId, int statementId, long[] counts) {
        return new ExecuteBatchResponse(connectionId, statementId, counts, false, null);
    }

    private static OpenStatement require(AvaticaConnection connection, int id) throws SQLException {
        OpenStatement statement = connection.statement(id);
        if (statement == null) {
            throw new SQLException(
                    "statement " + id + " is not known to this connection, or was closed as the one used longest ago;"
                            + " prepare it again",
                    "26000");
        }
        return statement;
    }

    private static void bind(PreparedStatement prepared, @Nullable List<TypedValue> values) throws SQLException {
        if (values == null) {
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            AvaticaValues.bind(prepared, i + 1, values.get(i));
        }
    }

    /** JDBC's 0 is no limit, the protocol's is no rows, which {@link OpenStatement#frame} sees to. */
    private static void limit(Statement statement, long maxRows) throws SQLException {
        statement.setLargeMaxRows(Math.max(0, maxRows));
    }

    // ---- metadata ----

    /** A question to the database's metadata. */
    private interface Question {
        ResultSet ask(DatabaseMetaData meta) throws SQLException;
    }

    private ResultSetResponse metadata(String connectionId, Question question) {
        return on(connectionId, connection -> {
            try (ResultSet answer = question.ask(connection.jdbc().getMetaData());
                    OpenStatement reader = new OpenStatement(connection.jdbc().createStatement(), null)) {
                Meta.Signature signature = AvaticaValues.signature(null, answer.getMetaData(), null, json);
                reader.rows(answer);
                List<Object> rows = new ArrayList<>();
                Meta.Frame frame;
                do {
                    frame = reader.frame(rows.size(), -1);
                    frame.rows.forEach(rows::add);
                } while (!frame.done);
                return new ResultSetResponse(connectionId, 0, true, signature, new Meta.Frame(0, true, rows), -1, null);
            }
        });
    }

    @Override
    public ResultSetResponse apply(CatalogsRequest request) {
        return metadata(request.connectionId, DatabaseMetaData::getCatalogs);
    }

    @Override
    public ResultSetResponse apply(SchemasRequest request) {
        return metadata(request.connectionId, meta -> meta.getSchemas(request.catalog, request.schemaPattern));
    }

    @Override
    public ResultSetResponse apply(TablesRequest request) {
        List<String> types = request.typeList;
        return metadata(
                request.connectionId,
                meta -> meta.getTables(
                        request.catalog,
                        request.schemaPattern,
                        request.tableNamePattern,
                        types == null || types.isEmpty() ? null : types.toArray(new String[0])));
    }

    @Override
    public ResultSetResponse apply(TableTypesRequest request) {
        return metadata(request.connectionId, DatabaseMetaData::getTableTypes);
    }

    @Override
    public ResultSetResponse apply(TypeInfoRequest request) {
        return metadata(request.connectionId, DatabaseMetaData::getTypeInfo);
    }

    @Override
    public ResultSetResponse apply(ColumnsRequest request) {
        return metadata(
                request.connectionId,
                meta -> meta.getColumns(
                        request.catalog, request.schemaPattern, request.tableNamePattern, request.columnNamePattern));
    }
}
