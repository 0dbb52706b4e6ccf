import { type CheckId, checkIds, type Evidence, type Severity } from '@waxseal/core/check'
import type { RecordType } from '@waxseal/core/dns'
import { bandOf, type ScanReply } from '@waxseal/core/health'
import type { MxHost } from '@waxseal/core/mx'
import { repeatLine } from './dig-line.ts'
import { columns, type Paint, type Style } from './paint.ts'
import { checkContents } from './report-checks.ts'
import { spfTreeText } from './spf-text.ts'

const severityStyles: Record<Severity, Style> = {
  critical: ['red', 'bold'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'dim',
}

const sectionTitles: Record<CheckId, string> = {
  dns: 'DNS',
  mx: 'Mail exchangers',
  spf: 'SPF',
  dmarc: 'DMARC',
  dkim: 'DKIM',
  blacklist: 'Blocklists',
  threat: 'Threat intelligence',
  relay: 'Open relay',
  transport: 'Transport',
}

/**
 * A scan as text for people: the score and the points lost, the sections, the failed checks, and with `evidence` every
 * query with the `dig` line that repeats it.
 */
export function reportText(reply: ScanReply, paint: Paint, options: { evidence: boolean }): string {
  const lines = [
    ...head(reply, paint),
    ...findings(reply, paint),
    ...checkIds.flatMap(check => section(reply, check, paint)),
    ...unchecked(reply, paint),
    ...(options.evidence ? evidence(reply.evidence, paint) : []),
  ]
  return `${lines.join('\n')}\n`
}

function head(reply: ScanReply, paint: Paint): string[] {
  const score = reply.health_score
  const verdict =
    score === null
      ? paint('not scored', 'yellow')
      : `${paint(`${score} of 100`, ['bold', score >= 70 ? 'green' : score >= 50 ? 'yellow' : 'red'])}  ${bandOf(score)}`
  const covered = `${Math.floor(reply.coverage * 100)} % could be checked`
  return [
    `${paint(reply.domain_name, 'bold')}  ${verdict}`,
    paint(`${reply.finished_at.slice(0, 16).replace('T', ' ')} UTC, ${covered}`, 'dim'),
  ]
}

function findings(reply: ScanReply, paint: Paint): string[] {
  if (reply.findings.length === 0) return []
  const lines = title('What was found', paint)
  for (const finding of [...reply.findings].sort((a, b) => a.points - b.points)) {
    const points = String(finding.points).padStart(4)
    const since = finding.since === null ? '' : `  (as of ${finding.since.slice(0, 10)}, could not be checked now)`
    lines.push(
      `${paint(points, 'bold')}  ${paint(finding.severity.padEnd(8), severityStyles[finding.severity])}  ` +
        `${paint(finding.reason)}${paint(since, 'yellow')}`,
      `                ${paint(finding.advice)} ${paint(`(${finding.clause})`, 'dim')}`,
    )
  }
  return lines
}

function section(reply: ScanReply, check: CheckId, paint: Paint): string[] {
  const { state, reason, bogus, notes } = reply.sections[check]
  const lines = title(sectionTitles[check], paint)
  if (state === 'unchecked') lines.push(paint(`could not check: ${reason ?? 'no answer'}`, 'yellow'))
  else lines.push(...contents[check](reply, paint))
  if (bogus) lines.push(paint('DNSSEC is broken: this is what the zone says when it is not validated.', 'red'))
  return [...lines, ...notes.map(note => paint(`note: ${note}`, 'dim'))]
}

/** Whether a query of the section about the domain itself failed. If so, nothing may be reported as missing. */
function isOpen({ domain_name, sections }: ScanReply, check: CheckId, ...types: RecordType[]): boolean {
  return sections[check].gaps.some(
    ({ question }) => question.name === domain_name && types.some(type => type === question.type),
  )
}

const couldNot = 'could not check'

const hostStates: Record<MxHost['state'], string> = {
  resolved: '',
  private: '',
  null: 'accepts no mail',
  unresolvable: 'does not resolve',
  unchecked: couldNot,
  'ip-literal': 'an address, not the name of a host',
  cut: 'not looked up',
}

const contents: Record<CheckId, (reply: ScanReply, paint: Paint) => string[]> = {
  ...checkContents,

  dns: (reply, paint) => {
    const { a_records, aaaa_records, txt_records } = reply.results.dns
    const listed = (type: 'A' | 'AAAA', records: readonly { ip: string }[]): string =>
      records.map(({ ip }) => ip).join(', ') || (isOpen(reply, 'dns', type) ? couldNot : '-')
    return columns(paint, [
      ['A', listed('A', a_records)],
      ['AAAA', listed('AAAA', aaaa_records)],
      ...txt_records.map(text => ['TXT', shortened(text)]),
      ...(isOpen(reply, 'dns', 'TXT') ? [['TXT', couldNot]] : []),
    ])
  },

  mx: (reply, paint) => {
    const { implicit, hosts } = reply.results.mx
    if (implicit !== null) {
      if (implicit.length > 0) return [`none; mail goes to ${paint(implicit.join(', '))}`]
      return [isOpen(reply, 'mx', 'A', 'AAAA') ? 'none; the address mail then goes to could not be checked' : 'none']
    }
    const rows = hosts.map(({ preference, host, addresses, state }) => [
      String(preference).padStart(5),
      host,
      addresses.join(', ') || hostStates[state],
    ])
    return columns(paint, rows, ['dim'])
  },

  spf: ({ results: { spf } }, paint) => [
    ...(spf?.records ?? []).map(record => paint(record)),
    ...(spf?.lookalikes ?? []).map(text => `not SPF, though it looks like it: ${paint(shortened(text))}`),
    ...(spf?.records.length === 0 ? ['none'] : []),
    ...(spf?.tree ? spfTreeText(spf.tree, paint) : []),
  ],

  dmarc: ({ results: { dmarc } }, paint) => {
    if (!dmarc) return []
    const { reading } = dmarc
    if (reading.record === null || reading.location === null) return [reading.multiple ? 'several records' : 'none']
    return [
      paint(reading.record.text),
      `at _dmarc.${paint(reading.location)}${reading.inherited ? ' (inherited)' : ''}, ` +
        `policy for this name: ${reading.policy ?? 'none that applies'}${reading.testing ? ', in test mode' : ''}`,
      ...(dmarc.differs
        ? [`a receiver that still follows RFC 7489 reads: ${dmarc.rfc7489.policy ?? 'no policy'}`]
        : []),
      ...dmarc.external.map(
        ({ uri, authorized }) =>
          `reports to ${paint(uri)}: ${authorized === null ? 'consent could not be checked' : authorized ? 'agreed' : 'not agreed'}`,
      ),
    ]
  },
}

function unchecked(reply: ScanReply, paint: Paint): string[] {
  if (reply.unchecked.length === 0) return []
  return [...title('Could not be checked', paint), ...reply.unchecked.map(line => paint(line, 'yellow'))]
}

function evidence(pieces: readonly Evidence[], paint: Paint): string[] {
  const lines = title('Evidence', paint)
  for (const piece of pieces) {
    lines.push(paint(repeatLine(piece), 'cyan'), paint(`    ${howItWent(piece)}`, 'dim'))
    if (piece.kind === 'dns') {
      lines.push(
        ...piece.answers.map(answer => `    ${paint(answer)}`),
        ...piece.via.ede.map(({ code, text }) => paint(`    extended error ${code}: ${text}`, 'dim')),
      )
    } else lines.push(...piece.lines.map(line => `    ${paint(line)}`))
  }
  return lines
}

function howItWent(piece: Evidence): string {
  const { ms, askedAt, cached } = piece.kind === 'dns' ? piece.via : { ...piece, cached: false }
  const outcome = piece.outcome === 'failed' ? `failed: ${piece.reason ?? ''}` : piece.outcome
  const asked = new Date(askedAt).toISOString().slice(11, 19)
  return `${outcome}, ${Math.round(ms)} ms, asked at ${asked} UTC${cached ? ', cached' : ''}`
}

function title(text: string, paint: Paint): string[] {
  return ['', paint(text, 'bold')]
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
