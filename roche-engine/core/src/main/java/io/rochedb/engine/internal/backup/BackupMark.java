package io.rochedb.engine.internal.backup;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the file BACKUP of a directory of backups says. As text:
 *
 * <pre>
 *   rochedb-backup 1
 *   sealed pbkdf2-hmac-sha256 ITERATIONS SALT CHECK DIGEST       only when the backups are encrypted
 * </pre>
 *
 * SALT, CHECK and DIGEST are hex: 16 bytes; HMAC-SHA256(master key, "check"); SHA-256 of the line before it, so that damage is no wrong password.
 */
final class BackupMark {
    private static final String FIRST_LINE = "rochedb-backup 1\n";
    private static final Pattern SEALED =
            Pattern.compile("(sealed pbkdf2-hmac-sha256 ([0-9]{1,9}) ([0-9a-f]{32}) ([0-9a-f]{64}) )([0-9a-f]{64})\n");

    private BackupMark() {}

    /** A new mark, and the form that goes with it. */
    record New(String text, FileForm form) {}

    /** Makes the mark of a new directory: of encrypted backups when there is a password. */
    static New create(@Nullable String password) {
        if (password == null) {
            return new New(FIRST_LINE, FileForm.PLAIN);
        }
        byte[] salt = SealedForm.newSalt();
        SealedForm form = SealedForm.of(password, salt, SealedForm.ITERATIONS);
        HexFormat hex = HexFormat.of();
        String line = "sealed pbkdf2-hmac-sha256 " + SealedForm.ITERATIONS + " " + hex.formatHex(salt) + " "
                + hex.formatHex(form.check()) + " ";
        return new New(FIRST_LINE + line + digest(line) + "\n", form);
    }

    private static String digest(String line) {
        return HexFormat.of().formatHex(Digests.sha256(line.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Returns the form of the contents of a directory that has a mark. A missing or wrong password is {@code INVALID_PASSWORD}. */
    static FileForm form(Path file, String text, @Nullable String password) {
        if (!text.startsWith(FIRST_LINE)) {
            throw new RocheException(
                    ErrorCode.STORE_FORMAT, file + " is no mark of backups that this version of RocheDB reads");
        }
        String rest = text.substring(FIRST_LINE.length());
        Path directory = file.getParent();
        if (rest.isEmpty()) {
            if (password != null) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "the backups in " + directory
                                + " are not encrypted; leave the password out, or choose a new directory");
            }
            return FileForm.PLAIN;
        }
        Matcher sealed = SEALED.matcher(rest);
        if (!sealed.matches() || !digest(sealed.group(1)).equals(sealed.group(5))) {
            throw new RocheException(ErrorCode.DATA_CORRUPTED, file + " is damaged; use another backup");
        }
        if (password == null) {
            throw new RocheException(
                    ErrorCode.INVALID_PASSWORD,
                    "the backups in " + directory + " are encrypted; give the file with their password");
        }
        HexFormat hex = HexFormat.of();
        SealedForm form = SealedForm.of(password, hex.parseHex(sealed.group(3)), Integer.parseInt(sealed.group(2)));
        if (!form.hasCheck(hex.parseHex(sealed.group(4)))) {
            throw new RocheException(
                    ErrorCode.INVALID_PASSWORD, "the password of the backups in " + directory + " is wrong");
        }
        return form;
    }
}
