package io.rochedb.engine.ops;

/**
 * One complete backup in a backup directory.
 *
 * @param number its number there, from 1
 * @param previous the backup before it, some of whose files it shares; 0 for none
 * @param version the commit version it is a copy of
 * @param committedMillis engine time of its last group of commits
 * @param createdMillis when it was made
 * @param storeFormat format of the store in it
 * @param files its files
 * @param bytes bytes of all of them
 */
public record BackupInfo(
        int number,
        int previous,
        long version,
        long committedMillis,
        long createdMillis,
        int storeFormat,
        int files,
        long bytes) {}
