#!/usr/bin/env bash
# Puts nats-server 2.15 or newer into the cache where test/support/peers/nats.ts looks for it. Debian's stable releases are older:
# it comes from forky, by the mirror that this machine uses, with lists of its own, and is not installed.
set -euo pipefail
folder=${XDG_CACHE_HOME:-$HOME/.cache}/galley/nats
program=$folder/root/usr/sbin/nats-server
if [ -x "$program" ]; then exit 0; fi

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -1)
if [ -z "$mirror" ]; then
  echo "There is no mirror of Debian among this machine's package sources: nats-server cannot be fetched" >&2
  exit 1
fi
mkdir -p "$folder"/{lists/partial,archives/partial}
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror forky main" >"$folder/sources.list"
options=(
  -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$folder/lists"
  -o Dir::Cache="$folder" -o APT::Sandbox::User=root -o Acquire::Languages=none
)
apt-get "${options[@]}" update
(cd "$folder" && apt-get "${options[@]}" download nats-server && dpkg -x nats-server_*.deb root)
rm -rf "$folder"/{lists,archives,sources.list} "$folder"/*.bin "$folder"/*.deb
"$program" --version
