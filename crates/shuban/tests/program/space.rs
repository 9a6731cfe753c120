//! A full disk, for real: a file system in memory of a few megabytes.

use std::os::unix::fs::MetadataExt;
use std::process::Command;

/// Runs a script with `$SHUBAN` and an empty, small file system in `$DIR`, in a mount namespace of
/// its own.
fn on_a_small_disk(size: &str, script: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let script =
        format!("set -u; mount -t tmpfs -o size={size} tmpfs \"$DIR\" || exit 99\n{script}");
    // Root may mount directly, even where user namespaces are forbidden.
    // `/proc/self` belongs to the user that this process runs as.
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0);
    let namespaces: &[&str] = if is_root { &["--mount"] } else { &["--map-root-user", "--mount"] };
    let output = Command::new("unshare")
        .args(namespaces)
        .args(["bash", "-c", &script])
        .env("DIR", folder.path())
        .env("SHUBAN", env!("CARGO_BIN_EXE_shuban"))
        .output()
        .expect("`unshare` of util-linux is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn a_build_that_does_not_fit_onto_the_disk_is_refused_and_harms_nothing() {
    let (code, text) = on_a_small_disk(
        "4m",
        r#"
        "$SHUBAN" -q --data "$DIR/data" build half-gammon/contact-2-2 || exit 10
        head -c 3700K /dev/zero > "$DIR/ballast" || exit 11
        "$SHUBAN" -q --data "$DIR/data" build half-gammon/contact-3-2; [ $? -eq 3 ] || exit 12
        "$SHUBAN" -q --data "$DIR/data" verify half-gammon/contact-2-2 --all || exit 13
        rm "$DIR/ballast"
        "$SHUBAN" -q --data "$DIR/data" build half-gammon/contact-3-2 || exit 14
        "$SHUBAN" -q --data "$DIR/data" verify half-gammon/contact-3-2 || exit 15
        "#,
    );
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("free in"), "{text}");
}

#[test]
fn a_disk_that_fills_up_during_a_build_ends_it_with_what_was_published_intact() {
    let (code, text) = on_a_small_disk(
        "4m",
        r#"
        "$SHUBAN" -q --data "$DIR/data" build half-gammon/contact-2-2 || exit 10
        # Fill the disk as soon as the next build has made sure of its room and begins to write.
        ( until [ -e "$DIR/data/half-gammon/contact-3-2.shuban.lock" ]; do :; done
          head -c 100M /dev/zero > "$DIR/ballast" ) 2>/dev/null &
        "$SHUBAN" -q --data "$DIR/data" build half-gammon/contact-3-2; code=$?
        wait
        [ $code -eq 3 ] || exit 12
        "$SHUBAN" -q --data "$DIR/data" verify half-gammon/contact-2-2 --all || exit 13
        [ ! -e "$DIR/data/half-gammon/contact-3-2.shuban" ] || exit 14
        "#,
    );
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("full"), "{text}");
}

#[test]
fn what_is_built_is_used_on_a_read_only_medium() {
    let (code, text) = on_a_small_disk(
        "4m",
        r#"
        run() { "$SHUBAN" --data "$DIR/data" "$@" >"$OUT" 2>&1; }
        OUT=$(mktemp)
        run build half-gammon/contact-2-1 || exit 10
        mount -o remount,ro "$DIR" || exit 98
        run probe half-gammon/contact-2-1 "1,2|3" || { cat "$OUT"; exit 11; }
        run info half-gammon/contact-2-1 || { cat "$OUT"; exit 12; }
        run list half-gammon || { cat "$OUT"; exit 13; }
        run verify half-gammon/contact-2-1 --all || { cat "$OUT"; exit 14; }
        run build half-gammon/contact-2-1 || { cat "$OUT"; exit 15; }
        run build half-gammon/contact-2-2; [ $? -eq 3 ] || { cat "$OUT"; exit 16; }
        cat "$OUT"; rm "$OUT"
        "#,
    );
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("Read-only file system"), "{text}");
}
