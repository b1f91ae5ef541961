package io.rochedb.engine.ops;

/**
 * What making a backup wrote.
 *
 * @param backup the backup
 * @param newFiles files that the one before did not have
 * @param newBytes bytes of those
 */
public record BackupResult(BackupInfo backup, int newFiles, long newBytes) {}
