#!/usr/bin/env bash
# Installs the official SDKs for the agents beside this file, below target/sdks. Does nothing where they are installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sdks="${CARGO_TARGET_DIR:-$here/../../../target}/sdks"

needs() {
  command -v "$1" >/dev/null || { echo "the agent in $2 needs $1: install it, then run this again" >&2; exit 1; }
}

# The list that was installed is kept beside what was installed, so that a new list is noticed.
install_python() {
  local list="$here/python/requirements.txt" home="$sdks/python"
  cmp -s "$list" "$home/installed" && return
  needs python3 Python
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install --quiet --disable-pip-version-check --requirement "$list"
  cp "$list" "$home/installed"
}

install_javascript() {
  local list="$here/javascript/package-lock.json" home="$sdks/javascript"
  cmp -s "$list" "$home/installed" && return
  needs node JavaScript
  needs npm JavaScript
  rm -rf "$home"
  mkdir -p "$home"
  cp "$here/javascript/package.json" "$list" "$home"
  (cd "$home" && npm ci --silent --no-audit --no-fund --ignore-scripts)
  cp "$list" "$home/installed"
}

install_python
install_javascript
