package io.rochedb.integrations.boot;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A visit of a site. */
@Entity
@Table(name = "visits")
public class Visit {
    @EmbeddedId
    private @Nullable VisitId key;

    private int seconds;

    protected Visit() {}

    public Visit(VisitId key, int seconds) {
        this.key = key;
        this.seconds = seconds;
    }

    public @Nullable VisitId getKey() {
        return key;
    }

    public int getSeconds() {
        return seconds;
    }
}
