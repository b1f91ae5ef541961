<#-- MERGE with several WHEN clauses, conditions, DELETE and DO NOTHING. -->

SqlNode MergeStatement() :
{
    final Span s;
    final SqlIdentifier table;
    SqlIdentifier alias = null;
    final SqlNode source;
    final SqlNode condition;
    final List<MergeNode.Clause> clauses = new ArrayList<MergeNode.Clause>();
}
{
    <MERGE> { s = span(); } <INTO> table = CompoundTableIdentifier()
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <USING> source = TableRef()
    <ON> condition = Expression(ExprContext.ACCEPT_SUB_QUERY)
    ( MergeClause(clauses) )+
    { return new MergeNode(table, alias, source, condition, clauses, s.end(this)); }
}

void MergeClause(List<MergeNode.Clause> clauses) :
{
    boolean matched = true;
    SqlNode condition = null;
    final MergeNode.Action action;
}
{
    <WHEN> [ <NOT> { matched = false; } ] <MATCHED>
    [ <AND> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    <THEN> action = MergeAction()
    { clauses.add(new MergeNode.Clause(matched, condition, action)); }
}

MergeNode.Action MergeAction() :
{
    final SqlNodeList columns = new SqlNodeList(getPos());
    final SqlNodeList values = new SqlNodeList(getPos());
    SqlNodeList names = null;
    final SqlNode row;
}
{
    <UPDATE> <SET> Assignment(columns, values) ( <COMMA> Assignment(columns, values) )*
    { return new MergeNode.Update(columns, values); }
|
    <DELETE> { return new MergeNode.Delete(); }
|
    <INSERT> [ names = ParenthesizedSimpleIdentifierList() ] <VALUES> row = RowConstructor()
    { return new MergeNode.Insert(names, row); }
|
    <DO> <NOTHING> { return new MergeNode.Nothing(); }
}
