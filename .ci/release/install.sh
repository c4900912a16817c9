#!/bin/sh
# Installs Brace @version@ for the current user: sh install.sh [FOLDER]
# FOLDER is ~/.local/bin where none is given. Nothing else is written, and
# nothing runs as root. BRACE_URL names a mirror of the release's files.
set -eu

url=${BRACE_URL:-@url@}
folder=${1:-${HOME:?}/.local/bin}

fail() {
  echo "error: Cannot install Brace: $1" >&2
  exit 1
}

case "$(uname -s) $(uname -m)" in
@cases@
  *) fail "there is no binary for $(uname -s) on $(uname -m), use Deno or npm" ;;
esac
if [ "$(uname -s)" = Linux ] && ldd --version 2>&1 | grep -qi musl; then
  fail "the binary needs glibc, and this system has musl"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

if command -v curl > /dev/null; then
  curl --fail --silent --show-error --location --output "$work/$archive" "$url/$archive" ||
    fail "$url/$archive cannot be downloaded"
elif command -v wget > /dev/null; then
  wget --quiet --output-document="$work/$archive" "$url/$archive" ||
    fail "$url/$archive cannot be downloaded"
else
  fail "neither curl nor wget is there"
fi

if command -v sha256sum > /dev/null; then
  got=$(sha256sum "$work/$archive")
elif command -v shasum > /dev/null; then
  got=$(shasum -a 256 "$work/$archive")
else
  fail "neither sha256sum nor shasum is there, the download cannot be checked"
fi
got=${got%% *}
[ "$got" = "$sum" ] || fail "$archive has the SHA-256 $got, expected is $sum"

tar -xzf "$work/$archive" -C "$work"
mkdir -p "$folder"
# Beside its place first: a program that runs is replaced at once or not at all.
new=$folder/.brace-new-$$
cp "$work/${archive%.tar.gz}/brace" "$new"
chmod 755 "$new"
mv -f "$new" "$folder/brace"
"$folder/brace" --version > /dev/null || fail "$folder/brace does not run"

echo "Brace @version@ is installed: $folder/brace"
case ":${PATH:-}:" in
  *":$folder:"*) ;;
  *) echo "Add its folder to your PATH: export PATH=\"$folder:\$PATH\"" ;;
esac
