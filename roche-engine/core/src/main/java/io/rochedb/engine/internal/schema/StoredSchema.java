package io.rochedb.engine.internal.schema;

import io.rochedb.engine.access.AccessCatalog;
import io.rochedb.engine.access.User;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.RingModel;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.StellarLens;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A catalog put together from stored declarations, and taken apart into them. Not thread-safe. */
public final class StoredSchema {
    private final Map<String, TableDefinition> tables = new TreeMap<>();
    private final Map<String, ViewDefinition> views = new TreeMap<>();
    private final Map<String, IndexDefinition> indexes = new TreeMap<>();
    private final Map<String, User> users = new TreeMap<>();
    private @Nullable String loginSecret;
    private RingModel model = RingModel.EMPTY;

    /** Adds a declaration; an {@code IllegalArgumentException} tells what is wrong with it. */
    public void add(SchemaEntry.Kind kind, String json) {
        switch (kind) {
            case TABLE:
                TableDefinition table = SchemaCodec.readTable(json);
                tables.put(SchemaCatalog.key(table.name()), table);
                break;
            case VIEW:
                ViewDefinition view = SchemaCodec.readView(json);
                views.put(SchemaCatalog.key(view.name()), view);
                break;
            case INDEX:
                IndexDefinition index = SchemaCodec.readIndex(json);
                indexes.put(SchemaCatalog.key(index.name()), index);
                break;
            case LENS:
                StellarLens lens = ModelCodec.readLens(json);
                model = model.with(lens.name(), lens);
                break;
            case USER:
                User user = AccessCodec.readUser(json);
                users.put(user.name(), user);
                break;
            case LOGIN_SECRET:
                loginSecret = AccessCodec.readSecret(json);
                break;
        }
    }

    /** Returns the catalog of what was added. */
    public SchemaCatalog catalog(long version) {
        return new SchemaCatalog(
                version, tables, views, indexes, Map.of(), new AccessCatalog(users, loginSecret), model);
    }

    /** Returns the change that declares a dumped definition; an {@code IllegalArgumentException} tells what is wrong with it. */
    public static SchemaChange change(String kind, String json) {
        switch (kind) {
            case "table":
                return new SchemaChange.CreateTable(SchemaCodec.readTable(json));
            case "view":
                return new SchemaChange.CreateView(SchemaCodec.readView(json), false);
            case "index":
                return new SchemaChange.CreateIndex(SchemaCodec.readIndex(json));
            case "lens":
                StellarLens lens = ModelCodec.readLens(json);
                return new SchemaChange.All(lens.members().stream()
                        .<SchemaChange>map(ring -> new SchemaChange.AttachStellar(lens.name(), ring))
                        .toList());
            default:
                throw new IllegalArgumentException("unknown kind '" + kind + "'");
        }
    }

    /** Returns whether a catalog has exactly what a change declares. */
    public static boolean has(Schema schema, SchemaChange change) {
        if (change instanceof SchemaChange.CreateTable create) {
            return schema.table(create.table().name()).equals(Optional.of(create.table()));
        } else if (change instanceof SchemaChange.CreateView create) {
            return schema.view(create.view().name()).equals(Optional.of(create.view()));
        } else if (change instanceof SchemaChange.CreateIndex create) {
            return schema.index(create.index().name()).equals(Optional.of(create.index()));
        } else if (change instanceof SchemaChange.AttachStellar attach) {
            return schema.model()
                    .lens(attach.lens())
                    .filter(lens -> lens.members().contains(attach.ring()))
                    .isPresent();
        } else if (change instanceof SchemaChange.All all) {
            return all.changes().stream().allMatch(one -> has(schema, one));
        }
        return false;
    }

    /** Returns declarations as they are stored: tables, then views, indexes and lenses; users are no part of a dump. */
    public static List<SchemaEntry> entries(Schema schema) {
        List<SchemaEntry> entries = new ArrayList<>();
        for (TableDefinition table : schema.tables()) {
            entries.add(entry(SchemaEntry.Kind.TABLE, table.name(), SchemaCodec.write(table)));
        }
        for (ViewDefinition view : schema.views()) {
            entries.add(entry(SchemaEntry.Kind.VIEW, view.name(), SchemaCodec.write(view)));
        }
        for (IndexDefinition index : schema.indexes()) {
            entries.add(entry(SchemaEntry.Kind.INDEX, index.name(), SchemaCodec.write(index)));
        }
        for (StellarLens lens : schema.model().lenses()) {
            entries.add(new SchemaEntry(SchemaEntry.Kind.LENS, lens.name(), ModelCodec.write(lens)));
        }
        return entries;
    }

    private static SchemaEntry entry(SchemaEntry.Kind kind, String name, String json) {
        return new SchemaEntry(kind, SchemaCatalog.key(name), json);
    }
}
