package io.rochedb.jdbc.internal;

/** The version of this driver. */
public final class DriverVersion {
    public static final int MAJOR = 0;
    public static final int MINOR = 1;
    public static final String TEXT = "0.1.0";

    private DriverVersion() {}
}
