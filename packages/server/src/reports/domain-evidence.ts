import { type Evidence, identityKey, repeatLine } from '@waxseal/core/check'
import { utcTime } from '@waxseal/core/headers'
import { askedWhom, authenticWords, type FindingReply, outcomeWords } from '@waxseal/core/health'
import { bounds, cut } from './bounds.ts'
import { styles } from './palette.ts'
import { keyValues, paragraph, record, section } from './parts.ts'
import type { Sheet } from './sheet.ts'

/** One piece of evidence with its number in the appendix, and the findings that rest on it. */
interface Cited {
  number: number
  piece: Evidence
  findings: FindingReply[]
}

/** The evidence of all findings, numbered in their order. */
export interface Citations {
  pieces: readonly Cited[]
  /** "Evidence: E1, E2" of a finding; null: it has none in this scan. */
  of: (finding: FindingReply) => string | null
  /** How many pieces are left out. */
  left: number
}

/** @param decided the findings in the order of the report */
export function citations(decided: readonly { finding: FindingReply }[], evidence: readonly Evidence[]): Citations {
  const byId = new Map(evidence.map(piece => [piece.id, piece]))
  const cited = new Map<string, Cited>()
  const left = new Set<string>()
  const words = new Map<string, string>()
  for (const { finding } of decided) {
    const ids = finding.evidence.filter(id => byId.has(id))
    for (const id of ids.slice(bounds.evidencePerFinding)) left.add(id)
    const numbers = ids.slice(0, bounds.evidencePerFinding).flatMap(id => {
      const piece = byId.get(id)
      const known = cited.get(id)
      if (known !== undefined) known.findings.push(finding)
      else if (piece === undefined || cited.size >= bounds.evidence) left.add(id)
      else cited.set(id, { number: cited.size + 1, piece, findings: [finding] })
      return cited.get(id)?.number ?? []
    })
    if (numbers.length === 0) continue
    const more = ids.length - numbers.length
    const shown = numbers.map(number => `E${number}`).join(', ')
    words.set(identityKey(finding), `Evidence: ${shown}${more > 0 ? ` and ${more} more` : ''}`)
  }
  for (const id of cited.keys()) left.delete(id)
  return { pieces: [...cited.values()], of: finding => words.get(identityKey(finding)) ?? null, left: left.size }
}

/** For each finding: what was asked, whom, what came back, when, and the command that repeats it. */
export function evidenceAppendix(sheet: Sheet, { pieces, left }: Citations): void {
  if (pieces.length === 0) return
  section(
    sheet,
    'Evidence',
    () => {
      let drawn = 0
      for (const each of pieces) {
        if (sheet.pages >= bounds.evidenceTo) break
        evidenceOf(sheet, each)
        drawn += 1
      }
      const rest = left + pieces.length - drawn
      if (rest === 0) return
      sheet.skip(6)
      const what = rest === 1 ? 'lookup is' : 'lookups are'
      paragraph(
        sheet,
        `${rest.toLocaleString('en')} more ${what} not shown here. Waxseal shows all of them on the screen.`,
      )
    },
    sheet.pages >= bounds.evidenceTo ? 60 : 300,
  )
}

const answerLinesMax = 16
/** An SMTP session proves its finding near its end, and a hostile server answers with thousands of lines. */
const sessionLinesMax = 80
const reasonsMax = 4

function evidenceOf(sheet: Sheet, { number, piece, findings }: Cited): void {
  const { name, type } = piece.question
  const more = findings.length - reasonsMax
  const reasons = findings.slice(0, reasonsMax).map(({ reason }) => cut(reason, bounds.cell))
  const rows: readonly (readonly [string, string])[] = [
    ['Finding', `${reasons.join('; ')}${more > 0 ? `; and ${more} more` : ''}`],
    ['Answer', outcomeWords(piece)],
    ...facts(piece),
  ]
  const lines = piece.kind === 'dns' ? piece.answers : piece.lines
  const answer = shownLines(piece.kind, lines).map(line => cut(line))
  // A guess at its height, which most pieces keep to: its command is never alone on the next page.
  sheet.need(Math.min(90 + rows.length * styles.text.leading + answer.length * 2 * styles.record.leading, 420))
  sheet.skip(10)
  sheet.flow('H3', `E${number}  ${cut(name)} ${type}`, { ...styles.record, size: 9, leading: 13 })
  keyValues(sheet, rows, { isDense: true })
  if (answer.length > 0) record(sheet, answer.join('\n'), { whole: true, linesMax: piece.kind === 'smtp' ? 120 : 24 })
  const rest = lines.length - answer.length
  if (rest > 0) {
    paragraph(sheet, `${rest.toLocaleString('en')} more lines of the answer are not shown here.`, styles.small)
  }
  record(sheet, repeatLine(piece), { whole: true, linesMax: 8 })
}

/**
 * The lines of an answer that the report shows. A longer SMTP session is cut, but keeps every RCPT with its answer, as
 * long as there is room: an accepted one is the proof of an open relay.
 */
export function shownLines(kind: Evidence['kind'], lines: readonly string[]): readonly string[] {
  if (kind !== 'smtp') return lines.slice(0, answerLinesMax)
  if (lines.length <= sessionLinesMax) return lines
  const proof = lines.flatMap((line, at) => (isRecipient(line) || isRecipient(lines[at - 1]) ? [at] : []))
  const kept = new Set(proof.slice(0, sessionLinesMax))
  for (let at = 0; kept.size < sessionLinesMax; at++) kept.add(at)
  return lines.filter((_, at) => kept.has(at))
}

function isRecipient(line: string | undefined): boolean {
  return line !== undefined && /^C: RCPT /i.test(line)
}

function facts(piece: Evidence): readonly (readonly [string, string])[] {
  if (piece.kind !== 'dns') return [['When', `${moment(piece.askedAt)}, took ${Math.round(piece.ms)} ms`]]
  const { via, outcome } = piece
  return [
    ['Server', askedWhom(piece)],
    [
      'When',
      `${moment(via.askedAt)}${via.cached ? ', reused from an earlier lookup of this scan' : `, answered in ${Math.round(via.ms)} ms`}`,
    ],
    ...(outcome === 'failed' ? [] : [['DNSSEC', authenticWords[via.authentic]] as const]),
  ]
}

function moment(ms: number): string {
  return utcTime(new Date(ms).toISOString())
}
