package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** The parameters of a statement. */
final class JdbcParameterMetaData extends JdbcObject implements ParameterMetaData {
    private final List<ColumnMeta> parameters;

    private final int outputs;

    /** Takes the parameters, of which the first so many are OUT. */
    JdbcParameterMetaData(List<ColumnMeta> parameters, int outputs) {
        this.parameters = parameters;
        this.outputs = outputs;
    }

    private ColumnMeta parameter(int position) throws SQLException {
        if (position < 1 || position > parameters.size()) {
            throw SqlErrors.of(
                    "07009", "the statement has " + parameters.size() + " parameters; there is no number " + position);
        }
        return parameters.get(position - 1);
    }

    @Override
    public int getParameterCount() {
        return parameters.size();
    }

    @Override
    public int isNullable(int position) throws SQLException {
        parameter(position);
        return parameterNullableUnknown;
    }

    @Override
    public boolean isSigned(int position) throws SQLException {
        return TypeFacts.signed(parameter(position).jdbcType());
    }

    @Override
    public int getPrecision(int position) throws SQLException {
        return TypeFacts.precision(parameter(position));
    }

    @Override
    public int getScale(int position) throws SQLException {
        return TypeFacts.scale(parameter(position));
    }

    @Override
    public int getParameterType(int position) throws SQLException {
        return parameter(position).jdbcType();
    }

    @Override
    public String getParameterTypeName(int position) throws SQLException {
        return parameter(position).typeName();
    }

    @Override
    public String getParameterClassName(int position) throws SQLException {
        return TypeFacts.className(parameter(position).jdbcType());
    }

    @Override
    public int getParameterMode(int position) throws SQLException {
        parameter(position);
        return position <= outputs ? parameterModeOut : parameterModeIn;
    }
}
