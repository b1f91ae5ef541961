<#-- INSERT and UPDATE with what PostgreSQL has besides the standard. -->

SqlNode InsertStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    SqlNodeList columns = null;
    final SqlNode source;
    SqlInsert insert;
}
{
    <INSERT> { s = span(); } <INTO> table = CompoundTableIdentifier()
    [ <AS> alias = SimpleIdentifier() ]
    (
        <DEFAULT_> <VALUES> {
            source = SqlStdOperatorTable.VALUES.createCall(getPos(), SqlStdOperatorTable.ROW.createCall(getPos()));
        }
    |
        [ LOOKAHEAD(2) columns = ParenthesizedSimpleIdentifierList() ]
        source = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    )
    { insert = new SqlInsert(s.end(source), SqlNodeList.EMPTY, table, source, columns); }
    (
        <ON> <CONFLICT> { return Upsert(insert, alias); }
    |
        <RETURNING> { throw new UnsupportedSyntaxException("RETURNING"); }
    |
        { return insert; }
    )
}

/** What follows ON CONFLICT. */
SqlNode Upsert(SqlInsert insert, SqlIdentifier alias) :
{
    SqlNodeList keys = null;
    SqlIdentifier constraint = null;
    SqlNodeList columns = null;
    SqlNodeList values = null;
    SqlNode condition = null;
}
{
    [
        keys = ParenthesizedSimpleIdentifierList()
    |
        <ON> <CONSTRAINT> constraint = SimpleIdentifier()
    ]
    <DO>
    (
        <NOTHING>
    |
        <UPDATE> <SET> {
            columns = new SqlNodeList(getPos());
            values = new SqlNodeList(getPos());
        }
        Assignment(columns, values) ( <COMMA> Assignment(columns, values) )*
        [ <WHERE> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    )
    [ <RETURNING> { throw new UnsupportedSyntaxException("RETURNING"); } ]
    { return new UpsertNode(insert, alias, keys, constraint, columns, values, condition); }
}

SqlNode UpdateStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    final SqlNodeList columns = new SqlNodeList(getPos());
    final SqlNodeList values = new SqlNodeList(getPos());
    SqlNode condition = null;
}
{
    <UPDATE> { s = span(); } table = CompoundTableIdentifier()
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <SET> Assignment(columns, values) ( <COMMA> Assignment(columns, values) )*
    [ <FROM> { throw new UnsupportedSyntaxException("UPDATE … FROM"); } ]
    [ condition = Where() ]
    [ <RETURNING> { throw new UnsupportedSyntaxException("RETURNING"); } ]
    {
        return new SqlUpdate(
            s.addAll(columns).addAll(values).addIf(condition).pos(), table, columns, values, condition, null, alias);
    }
}

/** column = value, or (columns) = row or query. */
void Assignment(SqlNodeList columns, SqlNodeList values) :
{
    SqlIdentifier column;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    final SqlNode value;
}
{
    column = CompoundIdentifier() <EQ> value = AssignedValue() { columns.add(column); values.add(value); }
|
    <LPAREN> column = CompoundIdentifier() { names.add(column); }
    ( <COMMA> column = CompoundIdentifier() { names.add(column); } )*
    <RPAREN> <EQ> value = AssignedRow() { RowAssignment.add(columns, values, names, value); }
}

SqlNode AssignedValue() :
{
    final SqlNode value;
}
{
    <DEFAULT_> { return SqlStdOperatorTable.DEFAULT.createCall(getPos()); }
|
    value = Expression(ExprContext.ACCEPT_SUB_QUERY) { return value; }
}

/** A row, in which DEFAULT may stand, or a query. */
SqlNode AssignedRow() :
{
    final Span s;
    final List<SqlNode> values = new ArrayList<SqlNode>();
    SqlNode value;
}
{
    LOOKAHEAD({ isWrittenRow() })
    [ <ROW> ] <LPAREN> { s = span(); } value = AssignedValue() { values.add(value); }
    ( <COMMA> value = AssignedValue() { values.add(value); } )*
    <RPAREN> { return SqlStdOperatorTable.ROW.createCall(s.end(this), values); }
|
    value = Expression(ExprContext.ACCEPT_SUB_QUERY) { return value; }
}

JAVACODE
boolean isWrittenRow()
{
    if (getToken(1).kind == ROW) {
        return true;
    }
    if (getToken(1).kind != LPAREN) {
        return false;
    }
    switch (getToken(2).kind) {
    case SELECT:
    case WITH:
    case VALUES:
    case TABLE:
    case LPAREN:
        return false;
    default:
        return true;
    }
}
