<#-- INSERT with what follows it in PostgreSQL. -->

SqlNode InsertStatement() :
{
    final SqlNode insert;
    SqlNodeList keys = null;
    SqlNodeList columns = null;
    SqlNodeList values = null;
    SqlNode condition = null;
}
{
    insert = SqlInsert()
    [
        <ON> <CONFLICT>
        [
            keys = ParenthesizedSimpleIdentifierList()
        |
            <ON> <CONSTRAINT> { throw new UnsupportedSyntaxException("ON CONFLICT ON CONSTRAINT"); }
        ]
        <DO>
        (
            <NOTHING>
        |
            <UPDATE> <SET> {
                columns = new SqlNodeList(getPos());
                values = new SqlNodeList(getPos());
            }
            MergeAssignment(columns, values) ( <COMMA> MergeAssignment(columns, values) )*
            [ <WHERE> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
        )
        [ <RETURNING> { throw new UnsupportedSyntaxException("RETURNING"); } ]
        { return new UpsertNode((SqlInsert) insert, keys, columns, values, condition); }
    |
        <RETURNING> { throw new UnsupportedSyntaxException("RETURNING"); }
    ]
    { return insert; }
}
