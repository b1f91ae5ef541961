<#-- Statements about the schema: tables, views, indexes, rings, comments. -->

SqlNode SchemaCreate() :
{
    final Span s;
    final SchemaStatement statement;
    boolean replace = false;
}
{
    <CREATE> { s = span(); }
    [ <OR> <REPLACE> { replace = true; } ]
    (
        statement = CreateTable(replace)
    |
        statement = CreateView(replace)
    |
        statement = CreateIndex(replace)
    |
        statement = CreateUser(replace)
    |
        statement = UnsupportedObject("CREATE")
    )
    { return new SchemaStatementNode(statement, s.end(this)); }
}

/** The rest of a statement about an object there are none of. */
SchemaStatement UnsupportedObject(String verb) :
{ }
{
    (
        <TEMPORARY> | <GLOBAL> | <LOCAL> | <SCHEMA> | <DATABASE> | <CATALOG> | <SEQUENCE> | <TRIGGER> | <FUNCTION>
    |   <PROCEDURE> | <TYPE> | <DOMAIN> | <ROLE> | <COLLATION> | <CONSTRAINT>
    )
    { throw new UnsupportedSyntaxException(verb + " " + getToken(0).image.toUpperCase(Locale.ROOT)); }
|
    { throw generateParseException(); }
}

boolean IfNotExists() :
{ }
{
    LOOKAHEAD(3) <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExists() :
{ }
{
    LOOKAHEAD(2) <IF> <EXISTS> { return true; }
|
    { return false; }
}

/** CASCADE, or RESTRICT, which is the default. */
boolean Cascade() :
{ }
{
    <CASCADE> { return true; }
|
    <RESTRICT> { return false; }
|
    { return false; }
}

/** A column's name, where words that start literals and types elsewhere are names too. */
String FieldName() :
{
    final SqlIdentifier name;
}
{
    name = SimpleIdentifier() { return name.getSimple(); }
|
    (
        <DATE> | <TIME> | <TIMESTAMP> | <DATETIME> | <INTERVAL> | <ROW> | <ROWS> | <RANGE> | <CURRENT> | <CURSOR>
    |   <NEW> | <STREAM> | <UUID> | <UNSIGNED> | <MEASURE> | <ORDINAL> | <VARIANT>
    )
    { return getToken(0).image; }
}

List<String> FieldNames() :
{
    final List<String> names = new ArrayList<String>();
    String name;
}
{
    <LPAREN> name = FieldName() { names.add(name); }
    ( <COMMA> name = FieldName() { names.add(name); } )*
    <RPAREN> { return names; }
}

List<SqlIdentifier> ObjectNames() :
{
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    SqlIdentifier name;
}
{
    name = CompoundIdentifier() { names.add(name); }
    ( <COMMA> name = CompoundIdentifier() { names.add(name); } )*
    { return names; }
}

SchemaStatement CreateTable(boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final List<ColumnText> columns = new ArrayList<ColumnText>();
    final List<ConstraintText> constraints = new ArrayList<ConstraintText>();
    String ring = null;
    SourceText query = null;
}
{
    <TABLE> {
        if (replace) {
            throw new UnsupportedSyntaxException("CREATE OR REPLACE TABLE");
        }
    }
    ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    [
        <LPAREN> TableElement(columns, constraints)
        ( <COMMA> TableElement(columns, constraints) )*
        <RPAREN>
    ]
    [ <RING> ring = SimpleStringLiteral() ]
    [ <AS> query = QueryText() ]
    {
        if (columns.isEmpty() && query == null) {
            throw generateParseException();
        }
        return new SchemaStatement.CreateTable(name, ifNotExists, columns, constraints, ring, query);
    }
}

/** A query to the end of the statement, and its text. */
SourceText QueryText() :
{
    final Token first;
    final SqlNode query;
}
{
    { first = getToken(1); }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) { return source(query, first); }
}

void TableElement(List<ColumnText> columns, List<ConstraintText> constraints) :
{
    final ConstraintText constraint;
    final ColumnText column;
}
{
    LOOKAHEAD(4) constraint = TableConstraint() { constraints.add(constraint); }
|
    column = ColumnDeclaration(constraints) { columns.add(column); }
}

String ConstraintName() :
{
    final SqlIdentifier name;
}
{
    <CONSTRAINT> name = SimpleIdentifier() { return name.getSimple(); }
}

ConstraintText TableConstraint() :
{
    String name = null;
    final List<String> columns;
    final SourceText condition;
}
{
    [ name = ConstraintName() ]
    (
        <PRIMARY> <KEY> columns = FieldNames() { return new ConstraintText.Key(name, true, columns); }
    |
        <UNIQUE> columns = FieldNames() { return new ConstraintText.Key(name, false, columns); }
    |
        <CHECK> condition = ParenthesizedCondition() { return new ConstraintText.Check(name, condition); }
    |
        <FOREIGN> <KEY> { throw new UnsupportedSyntaxException("FOREIGN KEY"); }
    )
}

SourceText ParenthesizedCondition() :
{
    final Token first;
    final SqlNode condition;
    final SourceText text;
}
{
    <LPAREN> { first = getToken(1); }
    condition = Expression(ExprContext.ACCEPT_SUB_QUERY) { text = source(condition, first); }
    <RPAREN> { return text; }
}

/** A column with what is said of it alone; keys and checks go to the table's. */
ColumnText ColumnDeclaration(List<ConstraintText> constraints) :
{
    final String name;
    SqlDataTypeSpec type = null;
    Boolean nullable = null;
    SourceText defaultValue = null;
    String constraint;
    Token first;
    SourceText condition;
    SqlNode value;
}
{
    name = FieldName()
    [ type = DataType() ]
    (
        { constraint = null; }
        [ constraint = ConstraintName() ]
        (
            <NOT> <NULL> { nullable = false; }
        |
            <NULL> { nullable = true; }
        |
            <DEFAULT_> { first = getToken(1); }
            value = DefaultExpression() { defaultValue = source(value, first); }
        |
            <PRIMARY> <KEY> { constraints.add(new ConstraintText.Key(constraint, true, Arrays.asList(name))); }
        |
            <UNIQUE> { constraints.add(new ConstraintText.Key(constraint, false, Arrays.asList(name))); }
        |
            <CHECK> condition = ParenthesizedCondition() {
                constraints.add(new ConstraintText.Check(constraint, condition));
            }
        |
            <REFERENCES> { throw new UnsupportedSyntaxException("REFERENCES"); }
        |
            <GENERATED> { throw new UnsupportedSyntaxException("GENERATED"); }
        |
            <IDENTITY> { throw new UnsupportedSyntaxException("IDENTITY"); }
        |
            <COLLATE> { throw new UnsupportedSyntaxException("COLLATE"); }
        )
    )*
    { return new ColumnText(name, type, nullable, defaultValue); }
}

/** What may stand after DEFAULT: an expression, or a call of UUID, which elsewhere is a type. */
SqlNode DefaultExpression() :
{
    final SqlNode value;
}
{
    LOOKAHEAD(2) <UUID> <LPAREN> <RPAREN> { return new SqlIdentifier("UUID", getPos()); }
|
    value = Expression(ExprContext.ACCEPT_NON_QUERY) { return value; }
}

SchemaStatement CreateView(boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    List<String> columns = new ArrayList<String>();
    final SourceText query;
}
{
    <VIEW>
    ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    [ columns = FieldNames() ]
    <AS> query = QueryText()
    { return new SchemaStatement.CreateView(name, replace, ifNotExists, columns, query); }
}

SchemaStatement CreateIndex(boolean replace) :
{
    boolean unique = false;
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlIdentifier table;
    final List<IndexColumnText> columns = new ArrayList<IndexColumnText>();
    IndexColumnText column;
}
{
    [ <UNIQUE> { unique = true; } ]
    <INDEX> {
        if (replace) {
            throw new UnsupportedSyntaxException("CREATE OR REPLACE INDEX");
        }
    }
    ifNotExists = IfNotExists()
    name = CompoundIdentifier()
    <ON> table = CompoundIdentifier()
    <LPAREN> column = IndexColumn() { columns.add(column); }
    ( <COMMA> column = IndexColumn() { columns.add(column); } )*
    <RPAREN>
    { return new SchemaStatement.CreateIndex(name, unique, ifNotExists, table, columns); }
}

IndexColumnText IndexColumn() :
{
    final List<String> path = new ArrayList<String>();
    String name;
    SqlDataTypeSpec type = null;
    boolean descending = false;
}
{
    name = FieldName() { path.add(name); }
    ( <DOT> name = FieldName() { path.add(name); } )*
    [
        <LPAREN> { throw new UnsupportedSyntaxException("INDEX ON AN EXPRESSION"); }
    |
        <ASC>
    |
        <DESC> { descending = true; }
    |
        type = DataType() [ <ASC> | <DESC> { descending = true; } ]
    ]
    { return new IndexColumnText(path, type, descending); }
}

SqlNode SchemaDrop() :
{
    final Span s;
    final SchemaStatement statement;
}
{
    <DROP> { s = span(); }
    (
        statement = DropTables()
    |
        statement = DropViews()
    |
        statement = DropIndexes()
    |
        statement = DropRings()
    |
        statement = DropUsers()
    |
        statement = UnsupportedObject("DROP")
    )
    { return new SchemaStatementNode(statement, s.end(this)); }
}

SchemaStatement DropTables() :
{
    final boolean ifExists;
    final List<SqlIdentifier> names;
    final boolean cascade;
}
{
    <TABLE> ifExists = IfExists() names = ObjectNames() cascade = Cascade()
    { return new SchemaStatement.DropTables(names, ifExists, cascade); }
}

SchemaStatement DropViews() :
{
    final boolean ifExists;
    final List<SqlIdentifier> names;
    final boolean cascade;
}
{
    <VIEW> ifExists = IfExists() names = ObjectNames() cascade = Cascade()
    { return new SchemaStatement.DropViews(names, ifExists, cascade); }
}

SchemaStatement DropIndexes() :
{
    final boolean ifExists;
    final List<SqlIdentifier> names;
}
{
    <INDEX> ifExists = IfExists() names = ObjectNames() Cascade()
    { return new SchemaStatement.DropIndexes(names, ifExists); }
}

SchemaStatement DropRings() :
{
    final boolean ifExists;
    final String rings;
}
{
    <RING> ifExists = IfExists() rings = SimpleStringLiteral()
    { return new SchemaStatement.DropRings(rings, ifExists); }
}

SqlNode SchemaTruncate() :
{
    final Span s;
    final List<SqlIdentifier> names;
}
{
    <TRUNCATE> { s = span(); }
    [ LOOKAHEAD(2) <TABLE> ]
    names = ObjectNames()
    { return new SchemaStatementNode(new SchemaStatement.Truncate(names), s.end(this)); }
}

SqlNode SchemaAlter() :
{
    final Span s;
    final boolean ifExists;
    final SqlIdentifier name;
    final List<SchemaStatement.Action> actions = new ArrayList<SchemaStatement.Action>();
    SchemaStatement.Action action;
    final SchemaStatement user;
}
{
    <ALTER> { s = span(); }
    (
        user = AlterUser() { return new SchemaStatementNode(user, s.end(this)); }
    |
        <TABLE>
    |
        ( <VIEW> | <INDEX> | <RING> | <SCHEMA> | <DATABASE> | <SEQUENCE> | <ROLE> | <FUNCTION> | <TYPE> )
        { throw new UnsupportedSyntaxException("ALTER " + getToken(0).image.toUpperCase(Locale.ROOT)); }
    )
    ifExists = IfExists()
    name = CompoundIdentifier()
    action = TableAction() { actions.add(action); }
    ( <COMMA> action = TableAction() { actions.add(action); } )*
    { return new SchemaStatementNode(new SchemaStatement.AlterTable(name, ifExists, actions), s.end(this)); }
}

SchemaStatement.Action TableAction() :
{
    final SchemaStatement.Action action;
}
{
    <ADD> action = AddAction() { return action; }
|
    <DROP> action = DropAction() { return action; }
|
    <ALTER> [ LOOKAHEAD(2) <COLUMN> ] action = ColumnAction() { return action; }
|
    LOOKAHEAD({ getToken(1).image.equalsIgnoreCase("RENAME") }) SimpleIdentifier()
    { throw new UnsupportedSyntaxException("RENAME"); }
}

SchemaStatement.Action AddAction() :
{
    final ConstraintText constraint;
    final boolean ifNotExists;
    final ColumnText column;
    final List<ConstraintText> constraints = new ArrayList<ConstraintText>();
}
{
    LOOKAHEAD(4) constraint = TableConstraint() { return new SchemaStatement.Action.AddConstraint(constraint); }
|
    [ LOOKAHEAD(2) <COLUMN> ]
    ifNotExists = IfNotExists()
    column = ColumnDeclaration(constraints)
    { return new SchemaStatement.Action.AddColumn(column, constraints, ifNotExists); }
}

SchemaStatement.Action DropAction() :
{
    final boolean ifExists;
    final String name;
}
{
    LOOKAHEAD(2) <CONSTRAINT> ifExists = IfExists() name = FieldName() Cascade()
    { return new SchemaStatement.Action.DropConstraint(name, ifExists); }
|
    [ LOOKAHEAD(2) <COLUMN> ] ifExists = IfExists() name = FieldName() Cascade()
    { return new SchemaStatement.Action.DropColumn(name, ifExists); }
}

SchemaStatement.Action ColumnAction() :
{
    final String name;
    final Token first;
    final SqlNode value;
    final SqlDataTypeSpec type;
}
{
    name = FieldName()
    (
        <SET>
        (
            <DEFAULT_> { first = getToken(1); } value = DefaultExpression()
            { return new SchemaStatement.Action.SetDefault(name, source(value, first)); }
        |
            <NOT> <NULL> { return new SchemaStatement.Action.SetNullable(name, false); }
        |
            <DATA> <TYPE> type = DataType() { return new SchemaStatement.Action.SetType(name, type); }
        )
    |
        <DROP>
        (
            <DEFAULT_> { return new SchemaStatement.Action.SetDefault(name, null); }
        |
            <NOT> <NULL> { return new SchemaStatement.Action.SetNullable(name, true); }
        )
    |
        <TYPE> type = DataType() { return new SchemaStatement.Action.SetType(name, type); }
    )
}

SqlNode SchemaComment() :
{
    final Span s;
    final SchemaStatement.Commented kind;
    final List<String> names;
    final SqlIdentifier name;
    final String ring;
    String text = null;
}
{
    <COMMENT> { s = span(); } <ON>
    (
        <RING> ring = SimpleStringLiteral() {
            kind = SchemaStatement.Commented.RING;
            names = Arrays.asList(ring);
        }
    |
        (
            <TABLE> { kind = SchemaStatement.Commented.TABLE; }
        |
            <VIEW> { kind = SchemaStatement.Commented.VIEW; }
        |
            <COLUMN> { kind = SchemaStatement.Commented.COLUMN; }
        )
        name = CompoundIdentifier() { names = name.names; }
    )
    <IS>
    ( text = SimpleStringLiteral() | <NULL> )
    { return new SchemaStatementNode(new SchemaStatement.Comment(kind, names, text), s.end(this)); }
}

/** CREATE USER name [WITH] PASSWORD text [ROLE name]. */
SchemaStatement CreateUser(boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final UserOptions said;
}
{
    <USER> {
        if (replace) {
            throw new UnsupportedSyntaxException("CREATE OR REPLACE USER");
        }
    }
    ifNotExists = IfNotExists()
    name = SimpleIdentifier()
    said = UserOptions()
    { return new SchemaStatement.CreateUser(name.getSimple(), ifNotExists, said); }
}

SchemaStatement AlterUser() :
{
    final SqlIdentifier name;
    final UserOptions said;
}
{
    <USER> name = SimpleIdentifier()
    said = UserOptions()
    { return new SchemaStatement.AlterUser(name.getSimple(), said); }
}

UserOptions UserOptions() :
{
    String password = null;
    String role = null;
    SqlIdentifier name;
}
{
    [ <WITH> ]
    (
        LOOKAHEAD({ getToken(1).image.equalsIgnoreCase("PASSWORD") })
        SimpleIdentifier() password = SimpleStringLiteral()
    |
        <ROLE> name = SimpleIdentifier() { role = name.getSimple(); }
    )+
    { return new UserOptions(password, role); }
}

SchemaStatement DropUsers() :
{
    final boolean ifExists;
    final List<String> names;
}
{
    <USER> ifExists = IfExists() names = UserNames()
    { return new SchemaStatement.DropUsers(names, ifExists); }
}

List<String> UserNames() :
{
    final List<String> names = new ArrayList<String>();
    SqlIdentifier name;
}
{
    name = SimpleIdentifier() { names.add(name.getSimple()); }
    ( <COMMA> name = SimpleIdentifier() { names.add(name.getSimple()); } )*
    { return names; }
}

SqlNode SchemaGrant() :
{
    final Span s;
    final boolean write;
    final String rings;
    final List<String> names;
}
{
    <GRANT> { s = span(); }
    write = Privileges()
    <ON> <RING> rings = SimpleStringLiteral()
    <TO> names = UserNames()
    { return new SchemaStatementNode(new SchemaStatement.Grants(write, rings, names), s.end(this)); }
}

SqlNode SchemaRevoke() :
{
    final Span s;
    final Token all;
    final boolean write;
    final String rings;
    final List<String> names;
}
{
    <REVOKE> { s = span(); all = getToken(1); }
    write = Privileges()
    <ON> <RING> rings = SimpleStringLiteral()
    <FROM> names = UserNames()
    {
        // All of it is READ with what it carries.
        return new SchemaStatementNode(
            new SchemaStatement.Revokes(write && all.kind != ALL, rings, names), s.end(this));
    }
}

/** Whether WRITE is among them. */
boolean Privileges() :
{
    boolean write;
    boolean more;
}
{
    <ALL> [ <PRIVILEGES> ] { return true; }
|
    write = Privilege()
    ( <COMMA> more = Privilege() { write |= more; } )*
    { return write; }
}

boolean Privilege() :
{ }
{
    ( <READ> | <SELECT> ) { return false; }
|
    <WRITE> { return true; }
|
    ( <INSERT> | <UPDATE> | <DELETE> )
    { throw new UnsupportedSyntaxException("GRANT " + getToken(0).image.toUpperCase(Locale.ROOT)); }
}

JAVACODE
SourceText source(SqlNode node, Token first)
{
    final Token last = getToken(0);
    return SourceText.of(node, getOriginalSql(), first.beginLine, first.beginColumn, last.endLine, last.endColumn);
}

/** CHECK STORE: a call of the procedure CHECK_STORE. */
SqlNode CheckStatement() :
{
    final Span s;
    final SqlIdentifier what;
}
{
    <CHECK> { s = span(); }
    what = SimpleIdentifier()
    {
        if (!what.getSimple().equalsIgnoreCase("STORE")) {
            throw new UnsupportedSyntaxException("CHECK " + what.getSimple().toUpperCase(Locale.ROOT));
        }
        final SqlParserPos pos = s.end(this);
        final SqlNode call = createCall(new SqlIdentifier("CHECK_STORE", pos), pos,
            SqlFunctionCategory.USER_DEFINED_PROCEDURE, null, new ArrayList<SqlNode>());
        return SqlStdOperatorTable.PROCEDURE_CALL.createCall(pos, call);
    }
}
