import { type HeaderLine, type MessageHeader, type ShownField, shownFields } from './field.ts'
import type { Hop } from './hop.ts'
import type { ParsedHeader } from './parsed-header.ts'
import { repeatedFields } from './repeated-fields.ts'
import type { AuthenticationResults, MethodResult, RankedResults, SignatureField } from './result.ts'

/** A header from its lines, each `Name: value`, with nothing to decode. */
export function headerOf(lines: readonly string[]): MessageHeader {
  const fields = lines.map((text, index) => {
    const colon = text.indexOf(':')
    const label = text.slice(0, colon)
    return { name: label.toLowerCase(), label, value: text.slice(colon + 1).trim(), line: index + 1 }
  })
  const valueOf = (name: string) => fields.find(field => field.name === name)?.value ?? null
  const shown = Object.fromEntries(shownFields.map(name => [name, valueOf(name)])) as Record<ShownField, string | null>
  return { fields, shown, strayLines: 0, firstStray: null, hasBody: false }
}

/** A line of evidence. */
export function lineAt(line: number, label = 'Received'): HeaderLine {
  return { label, line, text: '' }
}

/** One result: `spf=pass`, with its properties. */
export function resultOf(
  text: string,
  properties: Record<string, string> = {},
  comment: string | null = null,
): MethodResult {
  const [method = '', result = ''] = text.split('=')
  return { method, result, reason: properties.reason ?? null, properties: new Map(Object.entries(properties)), comment }
}

/** The field of the receiver, on line 90. */
export function resultsWith(...methods: readonly MethodResult[]): AuthenticationResults {
  return { authservId: 'mx.receiver.example', methods, at: lineAt(90, 'Authentication-Results') }
}

/** The field of the receiver, as one that counts. */
export function counted(...methods: readonly MethodResult[]): readonly RankedResults[] {
  return [{ results: resultsWith(...methods), rank: 'counts' }]
}

/** The hop in which the message was handed over. */
export const sendingHop: Hop = {
  number: 1,
  from: 'mail.sender.example',
  by: 'mx.receiver.example',
  address: '192.0.2.1',
  reverseName: 'mail.sender.example',
  protocol: 'ESMTPS',
  encrypted: true,
  time: '2026-11-25T10:00:00.000Z',
  delaySeconds: null,
  at: lineAt(91),
}

/** A good signature of sender.example. */
export const signature: SignatureField = {
  domain: 'sender.example',
  selector: 's1',
  algorithm: 'rsa-sha256',
  signed: ['from', 'list-unsubscribe', 'list-unsubscribe-post'],
  hasLength: false,
  expiresAt: null,
  at: lineAt(92, 'DKIM-Signature'),
}

/** The lines of a plain message of sender.example. */
export const plainLines: readonly string[] = [
  'Return-Path: <bounce@sender.example>',
  'From: Ann <ann@sender.example>',
  'To: bob@receiver.example',
  'Subject: Minutes',
  'Date: Wed, 25 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@sender.example>',
]

/** A parsed header: the plain message, with what a test changes. */
export function parsedOf(changes: Partial<ParsedHeader> & { lines?: readonly string[] } = {}): ParsedHeader {
  const { lines = plainLines, ...rest } = changes
  const header = rest.header ?? headerOf(lines)
  const results = rest.results ?? []
  const word = (name: string) =>
    results
      .filter(({ rank }) => rank === 'counts')
      .flatMap(each => each.results.methods)
      .find(({ method }) => method === name)?.result ?? 'none'
  return {
    header,
    from: header.shown.from,
    fromAt: lineAt(1, 'From'),
    to: header.shown.to,
    subject: header.shown.subject,
    replyTo: header.shown['reply-to'],
    returnPath: header.fields.find(({ name }) => name === 'return-path')?.value.replaceAll(/[<>]/g, '') ?? null,
    messageId: null,
    repeated: repeatedFields(header),
    sendingAddress: { address: '192.0.2.1', at: sendingHop.at },
    path: [sendingHop],
    authentication: { spf: word('spf'), dkim: word('dkim'), dmarc: word('dmarc') },
    receivedSpf: [],
    arc: [],
    signatures: [],
    ...rest,
    results,
  }
}

/** The last two labels: enough for names below .example. */
export function lastTwoLabels(name: string): string {
  return name.split('.').slice(-2).join('.')
}
