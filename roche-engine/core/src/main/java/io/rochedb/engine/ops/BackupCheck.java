package io.rochedb.engine.ops;

import java.util.List;

/**
 * What a verification has found to be whole.
 *
 * @param backups the complete backups, oldest first
 * @param files files read
 * @param bytes bytes of those
 * @param opened whether the newest one was opened as a store as well
 */
public record BackupCheck(List<BackupInfo> backups, int files, long bytes, boolean opened) {}
