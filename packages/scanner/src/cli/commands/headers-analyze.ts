import { delayText, type HeaderAnalysis, type Hop } from '@waxseal/core/headers'
import { analyzeMessage } from '../../message/index.ts'
import { columns, type Paint } from '../../paint.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const headersAnalyze = command({
  name: 'headers.analyze',
  summary: 'Analyze the header of a message: its path, authentication and threat score.',
  args: {
    rawBase64: {
      kind: 'bytes',
      value: 'FILE',
      about: 'The message or its header. Without a file, standard input.',
      positional: true,
    },
  },
  run: async ({ rawBase64 }) => {
    if (rawBase64 === undefined) throw new CommandError('usage', '"rawBase64" is missing')
    if (rawBase64.every(byte => byte <= 0x20)) throw new CommandError('usage', 'Please paste email headers')
    const { analysis } = analyzeMessage(rawBase64)
    return { result: resultOf(analysis), text: paint => textOf(analysis, paint), exitCode: 0 }
  },
})

function resultOf(analysis: HeaderAnalysis): object {
  const { path, authentication } = analysis
  return {
    from: analysis.from,
    to: analysis.to,
    subject: analysis.subject,
    return_path: analysis.returnPath,
    message_id: analysis.messageId,
    repeated: analysis.repeated.map(({ label, count, values }) => ({
      field: label,
      count,
      values: values.map(({ line, text }) => ({ line, text })),
    })),
    sending_ip: analysis.sendingAddress?.address ?? null,
    hops: path.length,
    delivery_path: path.map(({ from, by, time, delaySeconds }) => ({ from, by, time, delay_seconds: delaySeconds })),
    authentication,
    threat_score: analysis.threatScore,
    findings: analysis.findings.map(({ id, points, title, meaning, advice, clause, evidence }) => ({
      id,
      points,
      title,
      meaning,
      advice,
      clause,
      evidence: evidence.map(({ line }) => line),
    })),
    verdicts: analysis.verdicts.map(({ product, says, words }) => ({ product, says, words })),
  }
}

/** The address, and the field that names it unless the path does. */
function sendingText({ sendingAddress }: HeaderAnalysis): string {
  if (sendingAddress === null) return 'Not found'
  const { address, at } = sendingAddress
  return at.label.toLowerCase() === 'received' ? address : `${address} (${at.label}, line ${at.line})`
}

function textOf(analysis: HeaderAnalysis, paint: Paint): string {
  const { path, authentication, findings, threatScore } = analysis
  const rows: [string, string][] = [
    ['From', analysis.from ?? 'Not found'],
    ['Return path', analysis.returnPath ?? 'Not found'],
    ['To', analysis.to ?? 'Not found'],
    ['Subject', analysis.subject ?? 'Not found'],
    ['Sending IP', sendingText(analysis)],
    ['Message ID', analysis.messageId ?? 'Not found'],
    ...analysis.repeated.flatMap(({ label, values }) =>
      values.map(({ line, text }): [string, string] => [label, `${text} (line ${line}, repeated)`]),
    ),
    ['SPF', authentication.spf],
    ['DKIM', authentication.dkim],
    ['DMARC', authentication.dmarc],
    ['Threat score', `${threatScore} of 100`],
  ]
  return [
    ...columns(paint, rows),
    '',
    paint(`Delivery path: ${path.length} ${path.length === 1 ? 'hop' : 'hops'}`, 'bold'),
    ...columns(paint, path.slice(-longestPath).map(hopRow)),
    ...(findings.length === 0 ? [] : ['', paint('Findings', 'bold')]),
    ...columns(
      paint,
      findings.map(({ points, title, meaning }): [string, string] => [`  ${points}`, `${title}. ${meaning}`]),
    ),
    '',
  ].join('\n')
}

/** For people; JSON has all hops. */
const longestPath = 200

function hopRow({ number, from, by, time, delaySeconds }: Hop): [string, string] {
  const { text, isSkewed } = delayText(delaySeconds)
  const delay = delaySeconds === null ? '' : `, ${text}${isSkewed ? ' (clock skew)' : ''}`
  return [`  ${number}`, `${from ?? '–'} to ${by ?? '–'}, ${time ?? 'no time'}${delay}`]
}
