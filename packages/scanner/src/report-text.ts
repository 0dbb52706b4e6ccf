import {
  actionLine,
  type CheckId,
  checkIds,
  type Evidence,
  listed,
  repeatLine,
  type Severity,
  states,
} from '@waxseal/core/check'
import {
  bandOf,
  changeNotes,
  changesLine,
  coverageWords,
  nextSteps,
  type ScanReply,
  scoreStep,
} from '@waxseal/core/health'
import type { Paint, Style } from './paint.ts'
import { checkTexts } from './report-checks.ts'

const severityStyles: Record<Severity, Style> = {
  critical: ['red', 'bold'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'dim',
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
  const covered = coverageWords(reply)
  return [
    `${paint(reply.domain_name, 'bold')}  ${verdict}`,
    paint(`${reply.finished_at.slice(0, 16).replace('T', ' ')} UTC. ${covered}`, 'dim'),
    ...changes(reply, paint),
    ...nextStep(reply, paint),
  ]
}

/** What changed since an earlier scan. */
function changes({ changes }: ScanReply, paint: Paint): string[] {
  if (changes === null) return []
  const since = `${changes.since.slice(0, 16).replace('T', ' ')} UTC`
  return [
    `${paint(changesLine(changes), 'bold')} ${paint(`(since ${since})`, 'dim')}`,
    ...changeNotes(changes).map(note => paint(note, 'dim')),
  ]
}

function nextStep(reply: ScanReply, paint: Paint): string[] {
  const [first] = nextSteps(reply)
  if (first === undefined) return []
  const step = scoreStep(reply.health_score, first)
  return [`${paint('Next step:', 'bold')} ${paint(first.reason)}${step === null ? '' : `  ${paint(step, 'bold')}`}`]
}

function findings(reply: ScanReply, paint: Paint): string[] {
  if (reply.findings.length === 0) return []
  const lines = title('Findings', paint)
  const steps = nextSteps(reply)
  // The issues in the order in which to resolve them, then the recommendations.
  for (const finding of [...steps, ...reply.findings.filter(each => !steps.includes(each))]) {
    const points = String(finding.points).padStart(4)
    const since = finding.since === null ? '' : `  (last known result, from ${finding.since.slice(0, 10)})`
    lines.push(
      `${paint(points, 'bold')}  ${paint(finding.severity.padEnd(8), severityStyles[finding.severity])}  ` +
        `${paint(finding.reason)}${paint(since, 'yellow')}`,
      `                ${paint(finding.meaning)}`,
      `                ${paint(finding.advice)} ${paint(`(${finding.clause})`, 'dim')}`,
      `                ${paint('→', 'bold')} ${paint(actionLine(finding.action, reply.domain_name))}`,
    )
  }
  return lines
}

function section(reply: ScanReply, check: CheckId, paint: Paint): string[] {
  const { state, reason, bogus, bogus_zones: zones, notes } = reply.sections[check]
  const lines = title(checkTexts[check].title, paint)
  if (state === 'unchecked') lines.push(paint(`could not check: ${reason ?? 'no answer'}`, 'yellow'))
  else lines.push(...linesOf(reply, check, paint))
  if (bogus)
    lines.push(paint(`DNSSEC of ${listed(zones, 3)} is broken. Its records were read without validation.`, 'red'))
  return [...lines, ...notes.map(note => paint(`note: ${note}`, 'dim'))]
}

/** A check whose own code throws costs the report its section and no more. */
function linesOf(reply: ScanReply, check: CheckId, paint: Paint): readonly string[] {
  try {
    return checkTexts[check].lines(reply, paint)
  } catch {
    return [paint('An internal error hides this section. Use --json to see its data.', 'yellow')]
  }
}

function unchecked(reply: ScanReply, paint: Paint): string[] {
  if (reply.unchecked.length === 0) return []
  return [...title(states.couldNotCheck.word, paint), ...reply.unchecked.map(line => paint(line, 'yellow'))]
}

function evidence(pieces: readonly Evidence[], paint: Paint): string[] {
  const lines = title('Evidence', paint)
  for (const piece of pieces) {
    lines.push(paint(repeatLine(piece), 'cyan'), paint(`    ${howItWent(piece)}`, 'dim'))
    if (piece.kind === 'dns') {
      lines.push(
        ...piece.answers.map(answer => `    ${paint(answer)}`),
        ...piece.via.ede.map(({ code, text }) => paint(`    extended DNS error ${code}: ${text}`, 'dim')),
      )
    } else lines.push(...piece.lines.map(line => `    ${paint(line)}`))
  }
  return lines
}

function howItWent(piece: Evidence): string {
  const { ms, askedAt, cached } = piece.kind === 'dns' ? piece.via : { ...piece, cached: false }
  const outcome = piece.outcome === 'failed' ? `failed: ${piece.reason ?? ''}` : piece.outcome
  const asked = new Date(askedAt).toISOString().slice(11, 19)
  return `${outcome}, ${Math.round(ms)} ms, at ${asked} UTC${cached ? ', cached' : ''}`
}

function title(text: string, paint: Paint): string[] {
  return ['', paint(text, 'bold')]
}
