#!/usr/bin/env bash
# Installs the official kit for A2A 1.0 below target/a2a-tck, and prints the command that measures it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home="${CARGO_TARGET_DIR:-$here/../../../target}/a2a-tck"
# Of the branch 1.0-dev; nothing of it is released yet.
commit=357c4a87afa2818731590647cccbea31c31733a2

[ -d "$home/kit" ] || git clone --quiet --branch 1.0-dev https://github.com/a2aproject/a2a-tck.git "$home/kit"
git -C "$home/kit" checkout --quiet "$commit"
[ -d "$home/venv" ] || python3 -m venv "$home/venv"
"$home/venv/bin/pip" install --quiet --disable-pip-version-check --editable "$home/kit"
# The plugin beside this file is found by its name.
packages=$("$home/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$here" >"$packages/reference_agent.pth"

home=$(cd "$home" && pwd)
cat <<COMMAND
a2a-assay mutate --forgive-control --jobs 4 --with '$home/venv/bin/pytest -q -p reference_agent $home/kit/tests/compatibility --sut-host {url} --junitxml {junit}'
COMMAND
