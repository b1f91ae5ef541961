package io.rochedb.jdbc.spi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a URL points to, its options apart.
 */
public sealed interface StoreTarget {
    /** A store in this JVM's memory; without a name it belongs to one connection. */
    record Memory(@Nullable String name) implements StoreTarget {}

    /** A durable store in a directory of this machine, absolute and normalised. */
    record Directory(Path path) implements StoreTarget {}

    /** A store behind a server; the text between the prefix and the options. */
    record Remote(String address) implements StoreTarget {}
}
