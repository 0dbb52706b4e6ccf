import { isPartKnown } from '../../transport/index.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { type Attribute, isSome, known, unknown, type Value, type ValueRead } from './attribute.ts'

/** What a part of the transport check saw; nothing where the domain does not use it. */
const ofPart =
  (id: string, missing: readonly string[]) =>
  (scan: ScanFacts): ValueRead => {
    const part = scan.parts.find(each => each.id === id)
    if (part === undefined) return unknown(scan.sections.transport.reason ?? 'this scan did not ask')
    if (!isPartKnown(part)) return unknown(part.summary)
    if (part.state === 'not-applicable') return known(null)
    if (scan.findings.some(finding => missing.includes(finding.id))) return known(null)
    const details = scan.details.parts[id] ?? []
    return known(details.length === 0 ? part.summary : details)
  }

const ofHosts =
  (read: (hosts: ScanFacts['details']['hosts']) => Value) =>
  (scan: ScanFacts): ValueRead => {
    const { hosts } = scan.details
    const seen = hosts.filter(({ protocol }) => protocol !== null)
    if (seen.length > 0) return known(read(seen))
    if (scan.isNonMail === true) return known(null)
    return unknown(scan.sections.relay.reason ?? 'no mail server offered TLS in the scan')
  }

const dataOf = (value: Value): string => (Array.isArray(value) ? value.join('; ') : String(value))

export const transportAttributes = {
  starttls: {
    id: 'starttls',
    name: 'STARTTLS at the mail servers',
    asks: ['starttls', 'tls', 'tls mailserver', 'starttls mailserver'],
    also: 'mailserver exist receive secure mx issue',
    term: 'starttls',
    read: ofPart('starttls', []),
    say: dataOf,
  },
  certificate: {
    id: 'certificate',
    name: 'certificates of the mail servers',
    asks: [
      'certificate',
      'certificate mailserver',
      'certificate expire',
      'certificate issuer',
      'certificate trusted',
      'trusted mailserver',
      'certificate when',
    ],
    also: 'mailserver exist receive secure mx issue expire issuer trusted when signed broken tls',
    takes: ['names'],
    term: 'certificate',
    read: ofHosts(hosts =>
      hosts.flatMap(({ host, certificate }) =>
        certificate === null
          ? []
          : [
              `${host}: for ${certificate.names.join(' and ')}, by ${certificate.issuer}, valid until ${dayOf(certificate.notAfter)}${certificate.problem === null ? '' : `; not trusted: ${certificate.problem}`}`,
            ],
      ),
    ),
    say: dataOf,
    saysCondition: ({ concepts, text }) =>
      concepts.has('trusted') ? 'not trusted' : endsSoon(text) ? `that end within ${soonDays} days` : null,
    meets: (value, { concepts }) =>
      concepts.has('trusted') && Array.isArray(value) ? value.some(each => String(each).includes('not trusted')) : null,
    holds: (scan, { concepts, text }) => (concepts.has('expire') && endsSoon(text) ? soonEnds(scan) : null),
  },
  reverse: {
    id: 'reverse-dns',
    name: 'reverse DNS of the mail servers',
    asks: ['reverse', 'ptr mailserver', 'reverse mailserver', 'ptr address'],
    also: 'mailserver exist mx issue address record dns ptr',
    term: 'ptr',
    read: ofPart('reverse', ['ptr_missing']),
    say: dataOf,
  },
  'mta-sts': {
    id: 'mta-sts',
    name: 'MTA-STS policy',
    asks: ['mtasts', 'mtasts policy', 'mtasts test', 'mtasts mode', 'mtasts mode policy', 'mtasts tests'],
    also: 'policy exist record hosts issue test tests file txt mode domain',
    takes: ['numbers', 'policies'],
    term: 'mta-sts',
    read: ofPart('mta-sts', ['mta_sts_missing']),
    say: dataOf,
    saysCondition: ({ text }) => modeIn(text),
    meets: (value, { text }) => {
      const mode = modeIn(text)
      return mode === null || !Array.isArray(value) ? null : value.some(line => String(line).includes(mode))
    },
  },
  'tls-rpt': {
    id: 'tls-rpt',
    name: 'address for TLS reports (TLS-RPT)',
    asks: ['tlsrpt', 'tls rua', 'tlsrpt address'],
    also: 'exist record hosts issue address rua tls domain report receive',
    term: 'tls-rpt',
    read: ofPart('tls-rpt', ['tls_rpt_missing']),
    say: dataOf,
  },
  dane: {
    id: 'dane',
    name: 'TLSA records of the mail servers (DANE)',
    asks: ['dane'],
    also: 'exist record hosts issue mailserver',
    term: 'dane',
    read: scan => {
      const part = scan.parts.find(each => each.id === 'dane')
      const details = scan.details.parts['dane'] ?? []
      if (part?.state === 'ok' && details.every(line => /no TLSA/.test(line))) return known(null)
      return ofPart('dane', ['dane_missing'])(scan)
    },
    say: dataOf,
  },
  dnssec: {
    id: 'dnssec',
    name: 'DNSSEC signature of the zone',
    none: 'no DNSSEC: its zone is not signed',
    asks: ['dnssec', 'dnssec signed', 'dnssec broken'],
    also: 'exist record hosts issue signed dns broken domain reachable',
    term: 'dnssec',
    read: scan => {
      if (scan.findings.some(({ id }) => id === 'dnssec_bogus')) return known('broken')
      return ofPart('dnssec', ['dnssec_unsigned'])(scan)
    },
    say: dataOf,
    saysCondition: ({ concepts }) =>
      concepts.has('broken') ? 'that is broken' : concepts.has('reachable') ? 'that works' : null,
    meets: (value, { concepts }) =>
      concepts.has('broken')
        ? value === 'broken'
        : concepts.has('reachable')
          ? isSome(value) && value !== 'broken'
          : null,
  },
  bimi: {
    id: 'bimi',
    name: 'BIMI record',
    asks: ['bimi'],
    also: 'exist record hosts issue certificate address',
    term: 'bimi',
    read: ofPart('bimi', ['bimi_missing']),
    say: dataOf,
  },
  caa: {
    id: 'caa',
    name: 'CAA records',
    none: 'no CAA record, so every certificate authority may issue',
    asks: ['caa', 'caa certificate', 'issuer'],
    also: 'exist record hosts issue certificate send issuer domain is',
    takes: ['words'],
    term: 'caa',
    read: ofPart('caa', ['caa_missing']),
    say: dataOf,
    holds: (scan, { text }) => mayIssue(scan, text),
  },
} as const satisfies Readonly<Record<string, Attribute>>

export const tlsVersion = {
  id: 'tls-version',
  name: 'TLS version of the mail servers',
  asks: ['version', 'tls version', 'version mailserver', 'tls mailserver version'],
  also: 'tls mailserver exist issue hosts receive quota mx',
  takes: ['words'],
  term: null,
  read: ofHosts(hosts =>
    hosts.map(
      ({ host, protocol }) =>
        `${host}: ${protocol === 'TLSv1' ? 'TLS 1.0 (TLSv1)' : String(protocol).replace('TLSv', 'TLS ')}`,
    ),
  ),
  say: dataOf,
  saysCondition: ({ text }) => /tls (1\.\d)/.exec(text)?.[1] ?? null,
  meets: (value, { text }) => {
    const wanted = /tls (1\.\d)/.exec(text)?.[1]
    return wanted === undefined
      ? null
      : Array.isArray(value) && value.some(each => String(each).includes(`TLS ${wanted}`))
  },
} as const satisfies Attribute

/** `mode enforce` or `mode testing`; null: "in testing or in enforce mode" has no condition. */
function modeIn(text: string): string | null {
  const [enforce, testing] = [/ enforc(?:e|ed|es|ing|ement) /.test(text), / (?:testing|test) /.test(text)]
  return enforce === testing ? null : enforce ? 'mode enforce' : 'mode testing'
}

/** Days before the end of a certificate from which it ends soon. */
const soonDays = 30

const endsSoon = (text: string) => / (?:soon|shortly|about to|next) /.test(text)

/** The certificates of a scan that end soon. */
function soonEnds({ at, domain, details: { hosts } }: ScanFacts): Held {
  const seen = hosts.flatMap(({ host, certificate }) =>
    certificate === null ? [] : [{ host, end: certificate.notAfter }],
  )
  if (seen.length === 0) return { holds: null, why: 'no certificate of its mail servers was seen' }
  const last = Date.parse(at) + soonDays * 86_400_000
  const soon = seen.filter(({ end }) => Date.parse(end) <= last)
  return {
    holds: soon.length > 0,
    why:
      soon.length === 0
        ? `No certificate of the mail servers of ${domain} ends within ${soonDays} days.`
        : `${soon.map(({ host, end }) => `the certificate of ${host} ends on ${dayOf(end)}`).join('; ')}.`,
  }
}

type Held = { holds: boolean; why: string } | { holds: null; why: string }

/** Authorities as people call them, and the names by which CAA records allow them. */
const authorities: readonly (readonly [word: string, name: string, says: string])[] = [
  ['digicert', 'digicert.com', 'DigiCert'],
  ['letsencrypt', 'letsencrypt.org', 'Let’s Encrypt'],
  ['lets encrypt', 'letsencrypt.org', 'Let’s Encrypt'],
  ['sectigo', 'sectigo.com', 'Sectigo'],
  ['comodo', 'sectigo.com', 'Sectigo'],
  ['globalsign', 'globalsign.com', 'GlobalSign'],
  ['google trust services', 'pki.goog', 'Google Trust Services'],
  ['zerossl', 'sectigo.com', 'ZeroSSL'],
  ['buypass', 'buypass.com', 'Buypass'],
  ['entrust', 'entrust.net', 'Entrust'],
  ['amazon', 'amazon.com', 'Amazon'],
  ['godaddy', 'godaddy.com', 'GoDaddy'],
]

/** The authority that a question names, with the name by which a CAA record allows it; null: none that is known. */
export function authorityIn(text: string): { name: string; says: string } | null {
  const found = authorities.find(([word]) => text.includes(` ${word} `))
  return found === undefined ? null : { name: found[1], says: found[2] }
}

function mayIssue(scan: ScanFacts, text: string): Held | null {
  const found = authorityIn(text)
  if (found === null) return null
  const { name, says } = found
  const read = transportAttributes.caa.read(scan)
  if (!read.known) return { holds: null, why: read.why }
  if (read.value === null)
    return {
      holds: true,
      why: `${scan.domain} has no CAA record, so every authority may issue certificates, also ${says}.`,
    }
  const lines = Array.isArray(read.value) ? read.value.map(String) : [String(read.value)]
  const hosts = lines.filter(line => line.includes('may issue for hosts'))
  if (hosts.length === 0 || hosts.some(line => line.includes('every authority')))
    return { holds: true, why: `The CAA records of ${scan.domain} let every authority issue for hosts, also ${says}.` }
  const isAllowed = hosts.some(line => line.includes(name))
  return {
    holds: isAllowed,
    why: isAllowed
      ? `The CAA records of ${scan.domain} allow ${name}, which is ${says}.`
      : `The CAA records of ${scan.domain} do not name ${says} (${name}): ${hosts.join('; ')}.`,
  }
}
