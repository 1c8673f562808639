#!/bin/sh
# usage: tests/install_test.sh BUILD_DIR
# Installs into a fresh folder and uses the installed programs from another one, with nothing of the
# source tree in reach but the build folder that was installed from.
set -eu

build=$1
scratch=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$scratch"
}
trap finish EXIT

fail() {
  echo "install_test: $*" >&2
  exit 1
}

# expect WHAT COMMAND...: the command succeeds and prints WHAT.
expect() {
  what=$1
  shift
  "$@" >"$scratch/output" 2>&1 || { cat "$scratch/output" >&2; fail "failed: $*"; }
  grep -q -- "$what" "$scratch/output" || { cat "$scratch/output" >&2; fail "no '$what' from: $*"; }
}

cmake --install "$build" --prefix "$scratch/made" >"$scratch/output" || fail "cmake --install failed"
# A tree that works where it was put may still have remembered that place.
mv "$scratch/made" "$scratch/moved here"
prefix="$scratch/moved here"
unset ROOFLINE_DATA_DIR
cd /

expect 'roofline-server [0-9]' "$prefix/bin/roofline-server" --version
expect '[0-9]\.[0-9]' "$prefix/bin/roofline" --version
expect 'gtx-1080-ti' "$prefix/bin/roofline" devices list
model="$prefix/share/roofline/examples/resnet50-v1-original.onnx"
expect '1080 Ti' "$prefix/bin/roofline" predict "$model" --batch 1 --device gtx-1080-ti
# The FLOPs of the report that the convention follows.
expect '"flops": 3884871583' "$prefix/bin/roofline" predict "$model" --batch 1 --device gtx-1080-ti --convention chainer --format json

mkfifo "$scratch/pipe"
"$prefix/bin/roofline-server" --listen 127.0.0.1:0 >"$scratch/pipe" &
server=$!
exec 3<"$scratch/pipe"
read -r line <&3 || fail "roofline-server did not start"
expect 'gtx-1080-ti' "$prefix/bin/roofline" predict "$model" --batch 1 --device gtx-1080-ti --server "${line##* }" --format json
# What the program used is what was installed, not a copy elsewhere.
rm -r "$prefix/share/roofline/conventions"
if "$prefix/bin/roofline" predict "$model" --batch 1 --device gtx-1080-ti >"$scratch/output" 2>&1; then
  fail "conventions came from outside the installed tree"
fi
kill -TERM "$server"
wait "$server" || fail "roofline-server ended with $?"
server=
