import { checkIds, checkNames, type Severity, severityWord, states } from '../check/index.ts'
import { reputationLooks, type ThreatVerdict, vendorClass, vendorLooks } from '../threat/index.ts'
import { changedAfterScan } from '../watch/index.ts'
import { bandOf } from './bands.ts'
import type { ScanReply } from './reply.ts'

const columns = ['Kind', 'Check', 'Item', 'Status', 'Points', 'Detail', 'Advice', 'Records to publish'] as const

/**
 * A scan as CSV (RFC 4180), a line for each finding, each lookup that failed and each fact: what a spreadsheet can sort
 * and filter. No cell is a formula, whatever a zone says.
 *
 * @param scan the answer of a scan, also an older one or one that a person changed: what is missing has no line
 */
export function reportCsv(scan: ScanReply | Piece): string {
  const reply = piece(scan)
  const rows = [...head(reply), ...findings(reply), ...unchecked(reply), ...facts(piece(reply['results']))]
  return [columns, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

/** What spreadsheets take for the start of a formula, also after blanks, and in full width. */
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u

/** A negative number begins as a formula does, and is none. */
const number = /^-?\d{1,9}$/

/** One cell: quoted where it must be, with an apostrophe before what would be a formula. */
function cell(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The cells of one line, in the order of the columns. */
type Line = readonly string[]

function line(
  kind: string,
  check: string,
  item: string,
  { status = '', points = '', detail = '', advice = '' } = {},
): Line {
  return [kind, check, item, status, points, detail, advice, '']
}

function head(scan: Piece): Line[] {
  const score = scan['health_score']
  const isScored = typeof score === 'number'
  return [
    line('Report', '', 'Domain', { detail: text(scan['domain_name']) }),
    line('Report', '', 'Scan finished', { detail: text(scan['finished_at']) }),
    ...(scan['answers_from'] === undefined
      ? []
      : [line('Report', '', 'DNS answers of an earlier scan', { detail: text(scan['answers_from']) })]),
    line('Report', '', 'Health score', {
      status: isScored ? bandOf(score) : 'Not scored',
      detail: isScored ? `${score} of 100` : '',
    }),
    // Below these lines a file would say that what was replaced is in DNS.
    ...pieces(scan['changed_after_scan']).map(change =>
      line('Report', '', changedAfterScan, {
        detail: `${text(change['description'])} (${text(change['detected_at'])})`,
      }),
    ),
  ]
}

function findings(scan: Piece): Line[] {
  if (!Array.isArray(scan['findings'])) {
    return Object.entries(piece(scan['deductions'])).map(([reason, points]) =>
      line('Finding', '', reason, { points: text(points) }),
    )
  }
  return pieces(scan['findings']).map(finding => [
    'Finding',
    titleOfCheck(finding['check']),
    text(finding['reason']) || text(finding['title']),
    severityOf(text(finding['severity'])),
    finding['points'] === 0 ? '' : text(finding['points']),
    text(finding['meaning']),
    text(finding['advice']),
    recordsIn(piece(finding['action'])).join('\n'),
  ])
}

function severityOf(severity: string): string {
  return Object.hasOwn(severityWord, severity) ? severityWord[severity as Severity] : severity
}

function recordsIn(action: Piece): string[] {
  return pieces([action['record'], ...list(action['advised'])]).map(({ name, type, value }) =>
    [name, type, value].map(text).join(' '),
  )
}

function unchecked(scan: Piece): Line[] {
  return list(scan['unchecked']).map(item =>
    line(states.couldNotCheck.word, '', text(item), { status: states.couldNotCheck.word }),
  )
}

function facts(results: Piece): Line[] {
  const [mx, dns, blacklist, relay] = ['mx', 'dns', 'blacklist', 'relay'].map(name => piece(results[name]))
  const domain = piece(piece(results['threat_intelligence'])['domain'])
  const { mx: mxName, dns: dnsName, dmarc, dkim, threat, relay: relayName } = checkNames
  const addresses = (item: string, rows: unknown) =>
    pieces(rows).map(({ ip }) => line('Record', dnsName.title, item, { detail: text(ip) }))
  return [
    ...pieces(mx?.['records']).map(({ priority, host, ip }) =>
      line('Record', mxName.title, 'MX', { status: text(ip), detail: `${text(priority)} ${text(host)}` }),
    ),
    ...addresses('A', dns?.['a_records']),
    ...addresses('AAAA', dns?.['aaaa_records']),
    ...list(dns?.['txt_records']).map(record => line('Record', dnsName.title, 'TXT', { detail: text(record) })),
    ...(typeof dns?.['dmarc_record'] === 'string'
      ? [line('Record', dmarc.title, 'DMARC', { detail: dns['dmarc_record'] })]
      : []),
    ...pieces(dns?.['dkim_records']).map(({ hostname, full_record: record, state }) =>
      line('Record', dkim.title, text(hostname), { status: keyWord(text(state)), detail: text(record) }),
    ),
    ...blacklists('Blocklist', blacklist?.['blacklists']),
    ...blacklists('Own blocklist', blacklist?.['custom']),
    ...verdictLine(piece(results['threat_intelligence'])),
    ...pieces(domain['vendor_results']).map(({ vendor, category, tier, detail }) =>
      line('Threat source', threat.title, sourceOf(text(vendor), tier), {
        status: vendorWord(text(category)),
        detail: text(detail),
      }),
    ),
    ...list(relay?.['test_details']).map(detail =>
      line('Relay test', relayName.title, 'Open relay test', { detail: text(detail) }),
    ),
  ]
}

/** The state of a DKIM key as the report names it. */
function keyWord(state: string): string {
  const words: Readonly<Record<string, string>> = {
    working: states.ok.word,
    weak: 'Weak',
    revoked: 'Revoked',
    broken: 'Unusable',
  }
  return Object.hasOwn(words, state) ? (words[state] ?? state) : state
}

/** What a source says, as the report names it. */
function vendorWord(category: string): string {
  const looks: Readonly<Record<string, { word: string }>> = vendorLooks
  return Object.hasOwn(looks, category) ? (looks[category]?.word ?? category) : category
}

/** "SURBL multi (Blocklist)", "Kaspersky, T1 (Trusted)". */
function sourceOf(vendor: string, tier: unknown): string {
  const known = tier === 1 || tier === 2 || tier === 3 ? tier : null
  const place = vendorClass({ vendor, tier: known })
  if (place === null) return vendor
  return known === null ? `${vendor} (${place})` : `${vendor}, ${place}`
}

function blacklists(kind: string, rows: unknown): Line[] {
  return pieces(rows).map(({ name, status, trouble, reason, listings, delisting }) => {
    const words = listWords(text(status), text(trouble))
    const listed = status === 'listed' ? pieces(listings).map(listingText) : []
    const detail = [text(reason), ...listed].filter(part => part !== '').join('; ')
    const advice = status === 'listed' ? text(delisting) : ''
    return line(kind, checkNames.blacklist.title, text(name), { status: words, detail, advice })
  })
}

/** The result of one list in the words of the report. */
function listWords(status: string, trouble: string): string {
  if (trouble === 'not-applicable') return states.notApplicable.word
  const words: Readonly<Record<string, string>> = {
    listed: states.listed.word,
    clean: states.clean.word,
    error: states.couldNotCheck.word,
  }
  return Object.hasOwn(words, status) ? (words[status] ?? status) : status
}

/** What is listed, with the list's own terms for it: "203.0.114.60 (CSS)". */
function listingText({ subject, labels }: Piece): string {
  const codes = list(labels)
    .map(text)
    .filter(label => label !== '')
  return codes.length === 0 ? text(subject) : `${text(subject)} (${codes.join(', ')})`
}

/** The verdict of all sources together; absent where there is none. */
function verdictLine({ overall_verdict: verdict }: Piece): Line[] {
  const word = Object.hasOwn(reputationLooks, text(verdict)) ? reputationLooks[text(verdict) as ThreatVerdict].word : ''
  return word === '' ? [] : [line('Threat verdict', checkNames.threat.title, 'Overall verdict', { status: word })]
}

function titleOfCheck(check: unknown): string {
  const known = checkIds.find(id => id === check)
  return known === undefined ? text(check) : checkNames[known].title
}

/** An object of a JSON document. */
type Piece = Readonly<Record<string, unknown>>

function isPiece(value: unknown): value is Piece {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const nothing: Piece = Object.freeze({})
const piece = (value: unknown): Piece => (isPiece(value) ? value : nothing)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const pieces = (value: unknown): readonly Piece[] => list(value).filter(isPiece)
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
