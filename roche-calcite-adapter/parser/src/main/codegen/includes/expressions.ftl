<#-- What expressions have beyond standard SQL: PostgreSQL's cast, MySQL's comparison, and plain names of types. -->

JoinType LeftSemiJoin() :
{
    final JoinType type;
}
{
    <LEFT>
    (
        <SEMI> { type = JoinType.LEFT_SEMI_JOIN; }
    |
        <ANTI> { type = JoinType.LEFT_ANTI_JOIN; }
    )
    <JOIN> { return type; }
}

<DEFAULT, DQID, BTID> TOKEN :
{
    < NEGATE: "!" >
|   < TILDE: "~" >
|   < DATE_PART: "DATE_PART" >
|   < DATEPART: "DATEPART" >
|   < DATEADD: "DATEADD" >
|   < DATEDIFF: "DATEDIFF" >
}

/** value::type. */
void InfixCast(List<Object> list, ExprContext context, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> { checkNonQueryExpression(context); }
    type = DataType() {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
        list.add(type);
    }
}

/** a <=> b: equal, or both NULL. */
void NullSafeEqual(List<Object> list, ExprContext context, Span s) :
{ }
{
    <NULL_SAFE_EQUAL> {
        checkNonQueryExpression(context);
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.NULL_SAFE_EQUAL, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** Functions whose first argument is a unit of time. */
SqlNode DatePartCall() :
{
    final SqlOperator function;
    final Span s;
    final List<SqlNode> arguments = new ArrayList<SqlNode>();
    SqlNode argument;
}
{
    (
        <DATE_PART> { function = SqlLibraryOperators.DATE_PART; }
    |
        <DATEPART> { function = SqlLibraryOperators.DATEPART; }
    |
        <DATEADD> { function = SqlLibraryOperators.DATEADD; }
    |
        <DATEDIFF> { function = SqlLibraryOperators.DATEDIFF; }
    )
    { s = span(); }
    <LPAREN>
    (
        // PostgreSQL writes the unit as a text
        <QUOTED_STRING> { arguments.add(TimeUnitText.of(token.image, getPos())); }
    |
        argument = TimeUnitOrName() { arguments.add(argument); }
    )
    (
        <COMMA> argument = Expression(ExprContext.ACCEPT_SUB_QUERY) { arguments.add(argument); }
    )*
    <RPAREN> { return function.createCall(s.end(this), arguments); }
}

/** Names of types that other databases have for ours. */
SqlTypeNameSpec PlainTypeName() :
{
    final SqlTypeName type;
    final Span s;
    int precision = RelDataType.PRECISION_NOT_SPECIFIED;
}
{
    (
        ( <TEXT> | <STRING> | <CLOB> ) { type = SqlTypeName.VARCHAR; s = span(); }
        [ precision = PrecisionOfType() ]
    |
        ( <BYTEA> | <BLOB> ) { type = SqlTypeName.VARBINARY; s = span(); }
        [ precision = PrecisionOfType() ]
    |
        <BOOL> { type = SqlTypeName.BOOLEAN; s = span(); }
    |
        <INT2> { type = SqlTypeName.SMALLINT; s = span(); }
    |
        <INT4> { type = SqlTypeName.INTEGER; s = span(); }
    |
        <INT8> { type = SqlTypeName.BIGINT; s = span(); }
    |
        <FLOAT4> { type = SqlTypeName.REAL; s = span(); }
    |
        <FLOAT8> { type = SqlTypeName.DOUBLE; s = span(); }
    |
        <FLOAT> { s = span(); }
        (
            precision = PrecisionOfType() {
                type = FloatPrecision.typeOf(precision);
                precision = RelDataType.PRECISION_NOT_SPECIFIED;
            }
        |
            { type = SqlTypeName.FLOAT; }
        )
    )
    { return new SqlBasicTypeNameSpec(type, precision, s.end(this)); }
}

int PrecisionOfType() :
{
    final int precision;
}
{
    <LPAREN> precision = UnsignedIntLiteral() <RPAREN> { return precision; }
}
