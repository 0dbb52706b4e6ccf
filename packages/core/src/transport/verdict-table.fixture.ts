/**
 * What each kind of sender does with mail for one address of an MX host, written by hand from the RFCs. The program is
 * held to it, so nothing here is computed by the program. To judge a row, read its section.
 *
 * A kind of sender applies its own rules and no other: an opportunistic one has no other (RFC 7435), an MTA-STS one
 * applies RFC 8461, a DANE one RFC 7672. A sender that applies both delivers only where neither refuses: MTA-STS must not
 * override a failing DANE validation (RFC 8461 section 2).
 *
 * - `starttls`: `works` means that the handshake succeeds, with whatever certificate
 * - `certificate`: as a sender sees it that trusts the public authorities, by what is wrong with it first
 * - `tlsa`: `fits` and `mismatch` are of usable DANE-EE records; `unusable` means signed, and none is usable; `unsigned`
 *   that DNSSEC does not authenticate them; `bogus` that DNSSEC proves them wrong
 * - `policy`: `unlisted` is mode enforce without this host
 *
 * - `checked`: delivered encrypted, and only because the check passed; `encrypted`: whoever answers with TLS gets the
 *   mail; `clear`: delivered in clear; `refused`: not delivered here
 *
 * `*` is any value, and `a|b` either. Each combination has exactly one row for each kind.
 */
const text = `
sender         starttls             certificate                   tlsa                    policy    does       reason               source
opportunistic  works                *                             *                       *         encrypted  tls-offered          RFC 7435 section 4
opportunistic  not-offered          *                             *                       *         clear      tls-not-offered      RFC 7435 section 4
opportunistic  failing              *                             *                       *         clear      tls-fails            RFC 7435 section 4

mta-sts        works                *                             *                       none      encrypted  no-policy            RFC 8461 section 3.1
mta-sts        not-offered|failing  *                             *                       none      clear      no-policy            RFC 8461 section 3.1
mta-sts        works                good                          *                       testing   encrypted  testing-passes       RFC 8461 section 5
mta-sts        works                expired|untrusted|other-name  *                       testing   encrypted  testing-fails        RFC 8461 section 5
mta-sts        not-offered|failing  *                             *                       testing   clear      testing-fails        RFC 8461 section 5
mta-sts        works                good                          *                       enforce   checked    policy-holds         RFC 8461 section 4
mta-sts        works                expired                       *                       enforce   refused    certificate-dates    RFC 8461 section 4.2
mta-sts        works                untrusted                     *                       enforce   refused    certificate-trust    RFC 8461 section 4.2
mta-sts        works                other-name                    *                       enforce   refused    certificate-name     RFC 8461 section 4.2
mta-sts        not-offered          *                             *                       enforce   refused    starttls-required    RFC 8461 section 5
mta-sts        failing              *                             *                       enforce   refused    handshake-required   RFC 8461 section 5
mta-sts        *                    *                             *                       unlisted  refused    host-unlisted        RFC 8461 section 4.1

dane           works                *                             none                    *         encrypted  no-tlsa              RFC 7672 section 2.2
dane           not-offered|failing  *                             none                    *         clear      no-tlsa              RFC 7672 section 2.2
dane           works                *                             unsigned                *         encrypted  tlsa-unsigned        RFC 7672 section 2.2
dane           not-offered|failing  *                             unsigned                *         clear      tlsa-unsigned        RFC 7672 section 2.2
dane           works                *                             fits                    *         checked    tlsa-fits            RFC 7672 section 3.1.1
dane           works                *                             mismatch                *         refused    tlsa-mismatch        RFC 7672 section 2.2
dane           works                *                             unusable                *         encrypted  tlsa-unusable        RFC 7672 section 2.2
dane           not-offered          *                             fits|mismatch|unusable  *         refused    starttls-required    RFC 7672 section 2.2
dane           failing              *                             fits|mismatch|unusable  *         refused    handshake-required   RFC 7672 section 2.2
dane           *                    *                             bogus                   *         refused    dnssec-bogus         RFC 7672 section 2.2
`

/** The values of each fact. */
export const verdictAxes = {
  starttls: ['works', 'not-offered', 'failing'],
  certificate: ['good', 'expired', 'untrusted', 'other-name'],
  tlsa: ['none', 'fits', 'mismatch', 'unusable', 'unsigned', 'bogus'],
  policy: ['none', 'testing', 'enforce', 'unlisted'],
} as const

type Axes = typeof verdictAxes

/** One combination of the facts. */
export type Combination = { readonly [A in keyof Axes]: Axes[A][number] }

export const sendersOfTable = ['opportunistic', 'mta-sts', 'dane'] as const

const outcomes: readonly string[] = ['checked', 'encrypted', 'clear', 'refused']

/** One row, its alternatives as lists. */
export interface TableRow {
  sender: string
  matches: (facts: Combination) => boolean
  cell: { does: string; reason: string; source: string }
}

/** The rows of the table. Throws on a word that no column knows. */
export const verdictRows: readonly TableRow[] = text
  .split('\n')
  .slice(2)
  .filter(line => line !== '')
  .map(rowOf)

/** All 288 combinations of the facts. */
export const combinations: readonly Combination[] = verdictAxes.starttls.flatMap(starttls =>
  verdictAxes.certificate.flatMap(certificate =>
    verdictAxes.tlsa.flatMap(tlsa => verdictAxes.policy.map(policy => ({ starttls, certificate, tlsa, policy }))),
  ),
)

function rowOf(line: string): TableRow {
  const [sender = '', starttls, certificate, tlsa, policy, does = '', reason = '', source = ''] = line.split(/ {2,}/)
  if (
    !sendersOfTable.some(each => each === sender) ||
    !outcomes.includes(does) ||
    !/^RFC \d+ section [\d.]+$/.test(source)
  ) {
    throw new Error(`not a row: ${line}`)
  }
  const wanted = {
    starttls: valuesOf('starttls', starttls),
    certificate: valuesOf('certificate', certificate),
    tlsa: valuesOf('tlsa', tlsa),
    policy: valuesOf('policy', policy),
  }
  return {
    sender,
    matches: facts =>
      wanted.starttls.includes(facts.starttls) &&
      wanted.certificate.includes(facts.certificate) &&
      wanted.tlsa.includes(facts.tlsa) &&
      wanted.policy.includes(facts.policy),
    cell: { does, reason, source },
  }
}

function valuesOf(axis: keyof Axes, cell = ''): readonly string[] {
  const known: readonly string[] = verdictAxes[axis]
  if (cell === '*') return known
  const values = cell.split('|')
  for (const value of values) if (!known.includes(value)) throw new Error(`${axis} is never ${value}`)
  return values
}
