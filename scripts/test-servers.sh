#!/bin/sh
# The programs from Debian that the tests use. As root on Debian it installs what is missing and says so first; elsewhere
# it names what is missing in one line. Nothing is started, and nothing is installed that would remove a package.
#   TEST_INSTALL=no   never install
#   CI=true           a missing program is a failure
# With the word `bench` also what only the benchmarks use.
# Standard output: `missing: a b c`, or nothing when everything is there. Words for people go to standard error.
set -u
PATH="$PATH:/usr/sbin:/sbin"

# package:what proves it is there (a program, or an absolute path)
wanted='
  nsd:nsd
  unbound:unbound
  ldnsutils:ldns-signzone
  knot:knotd
  knot-dnsutils:kdig
  bind9-dnsutils:dig
  dnsperf:dnsperf
  zonemaster-cli:zonemaster-cli
  iproute2:ip
  rbldnsd:rbldnsd
  dnsmasq-base:dnsmasq
  pdns-server:pdns_server
  pdns-backend-sqlite3:/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql
  postfix:/usr/lib/postfix/sbin/master
  postfix-mta-sts-resolver:mta-sts-daemon
  prometheus:promtool
  python3-spf:/usr/lib/python3/dist-packages/spf.py
  libmail-spf-perl:/usr/share/perl5/Mail/SPF.pm
  poppler-utils:pdftotext
  fonts-droid-fallback:/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf
  chromium:chromium
  chromium-headless-shell:chromium-headless-shell
  fonts-liberation:/usr/share/fonts/truetype/liberation
'
# What only the benchmarks use.
[ "${1:-}" = bench ] && wanted="$wanted
  golang-go:go
  pdns-backend-bind:/etc/powerdns/pdns.d/bind.conf
  golang-blitiri-go-spf-dev:/usr/share/gocode/src/blitiri.com.ar/go/spf/spf.go
"

there() {
  case $1 in
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

look() {
  packages='' programs=''
  for entry in $wanted; do
    there "${entry#*:}" && continue
    packages="$packages ${entry%%:*}"
    case ${entry#*:} in
      /*) programs="$programs ${entry%%:*}" ;;
      *) programs="$programs ${entry#*:}" ;;
    esac
  done
}

is_debian() {
  command -v apt-get >/dev/null 2>&1 && [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ])
}

# A name server package starts its daemon when installed, on port 53 of this machine; invoke-rc.d asks this file first.
policy=/usr/sbin/policy-rc.d
aside=$policy.before-waxseal-tests
forbid_starts() {
  [ -x "$policy" ] && { "$policy" nsd start >/dev/null 2>&1; [ $? -eq 101 ]; } && return 0
  [ -e "$policy" ] && { mv "$policy" "$aside" || return 1; }
  trap allow_starts EXIT
  trap 'exit 1' HUP INT TERM
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
}
allow_starts() {
  rm -f "$policy"
  [ ! -e "$aside" ] || mv "$aside" "$policy"
}

simulate() {
  # shellcheck disable=SC2086 # a list of words
  plan=$(LC_ALL=C apt-get -s -qq install --no-install-recommends $packages 2>/dev/null)
}

# An installation that was cut off leaves packages half installed, and apt-get refuses everything until they are complete.
complete_interrupted() {
  [ -z "$(dpkg --audit 2>/dev/null)" ] && return 0
  echo 'test-servers: completing an interrupted installation' >&2
  export DEBIAN_FRONTEND=noninteractive
  dpkg --configure -a >&2
  [ -z "$(dpkg --audit)" ] || { apt-get -qq update && apt-get -qq -y --no-remove -o Dpkg::Use-Pty=0 --fix-broken install; } >&2
}

install() {
  forbid_starts || return 1
  complete_interrupted || return 1
  if ! simulate; then
    echo 'test-servers: reading the package lists (apt-get update)' >&2
    apt-get -qq update >&2 || return 1
    simulate || { echo "test-servers: apt-get finds no way to install:$packages" >&2; return 1; }
  fi
  removals=$(printf '%s\n' "$plan" | sed -n 's/^Remv \([^ ]*\).*/ \1/p' | tr -d '\n')
  if [ -n "$removals" ]; then
    echo "test-servers: not installed, because it would remove:$removals" >&2
    return 1
  fi
  echo "test-servers: installing from Debian, for the tests:$packages (no service is started; TEST_INSTALL=no prevents it)" >&2
  configure_nothing || return 1
  get || { apt-get -qq update >&2 && get; }
}
# A mail server would make itself at home on this machine: it is told to configure nothing. The tests bring their own.
configure_nothing() {
  case " $packages " in
    *' postfix '*) echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections ;;
  esac
}
# Lists that have grown old name files that are gone: one more try with new lists is worth it.
get() {
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends $packages >&2
}

look
if [ -n "$packages" ] && [ "${TEST_INSTALL:-yes}" != no ] && [ "$(id -u)" -eq 0 ] && is_debian; then
  install
  look
fi
[ -z "$programs" ] && exit 0
echo "missing:$programs"
[ "${CI:-}" = true ] && exit 1
exit 0
