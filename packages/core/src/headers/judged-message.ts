import { type Alignment, alignmentOf } from './alignment.ts'
import { countingResults } from './counted-results.ts'
import { fieldNamed, fieldsNamed, type HeaderField, type HeaderLine, lineOf, type MessageHeader } from './field.ts'
import type { Hop } from './hop.ts'
import { domainOf, type Mailbox, mailboxesOf } from './mailbox.ts'
import { isSubmission, receiverFields } from './message-origin.ts'
import type { ALabels, OrganizationalDomain, ParsedHeader } from './parsed-header.ts'
import { type ProviderVerdict, providerVerdicts } from './provider-verdict.ts'
import type { AuthenticationResults } from './result.ts'

/** A parsed header with what its judgements have in common. */
export interface JudgedMessage {
  parsed: ParsedHeader
  /** The results that count, from the top. */
  results: readonly AuthenticationResults[]
  alignment: Alignment
  verdicts: readonly ProviderVerdict[]
  organizationalDomain: OrganizationalDomain
  aLabels: ALabels
  /** The addresses of the topmost From, their domains in A-labels. */
  from: readonly Mailbox[]
  /** The hop in which the sending address handed the message over; null: the path does not show it. */
  sendingHop: Hop | null
  /** The fields that mark the message as bulk or list mail; empty: none does. */
  bulkMarks: readonly HeaderLine[]
}

/**
 * Computes the alignment and reads the filters' verdicts. Never throws, unless `organizationalDomain` or `aLabels` does.
 */
export function judgedMessage(
  parsed: ParsedHeader,
  organizationalDomain: OrganizationalDomain,
  aLabels: ALabels = name => name,
): JudgedMessage {
  const { header } = parsed
  const results = countingResults(parsed.results)
  const fromField = fieldNamed(header, 'from')
  const written = mailboxesOf(fromField?.value ?? '')
  const from = (written.length > 0 ? written : mailboxesOf(header.shown.from ?? '')).map(mailbox => ({
    ...mailbox,
    domain: mailbox.domain === null ? null : aLabels(mailbox.domain),
  }))
  const sendingHop = sendingHopOf(parsed)
  const verdicts = providerVerdicts(header, results, receiverFields(parsed, organizationalDomain))
  const fromDomain = from.map(({ domain }) => domain).find(domain => domain !== null) ?? null
  const { receivedSpf, returnPath } = parsed
  const alignment = alignmentOf(
    { fromDomain, results, receivedSpf, returnPath, helo: sendingHop?.from ?? null },
    organizationalDomain,
    aLabels,
  )
  return {
    parsed,
    results,
    alignment,
    verdicts,
    organizationalDomain,
    aLabels,
    from,
    sendingHop,
    bulkMarks: bulkMarks(header, verdicts),
  }
}

function sendingHopOf({ path, sendingAddress }: ParsedHeader): Hop | null {
  if (sendingAddress === null) return null
  const { address, at } = sendingAddress
  return path.find(hop => hop.at.line === at.line) ?? path.findLast(hop => hop.address === address) ?? null
}

function bulkMarks(header: MessageHeader, verdicts: readonly ProviderVerdict[]): readonly HeaderLine[] {
  const precedence = fieldsNamed(header, 'precedence').filter(({ value }) =>
    /^\s{0,9}(?:bulk|list|junk)\b/i.test(value),
  )
  // Sending platforms put Feedback-ID on all mail, and programs that answer by themselves Precedence (RFC 3834).
  const marks = ['list-id', 'list-unsubscribe', 'list-post'].map(name => fieldNamed(header, name))
  const marked = [...marks, automaticField(header) ? undefined : precedence[0]].flatMap(field =>
    field ? [lineOf(field)] : [],
  )
  return [...marked, ...verdicts.filter(({ says }) => says === 'bulk').map(({ at }) => at)]
}

/** The field that says that a program sent the message by itself (RFC 3834 section 5); undefined: none does. */
export function automaticField(header: MessageHeader): HeaderField | undefined {
  return fieldsNamed(header, 'auto-submitted').find(({ value }) => !/^\s{0,9}no\b/i.test(value))
}

/** The domain in angle brackets of List-Id (RFC 2919); null: none. */
export function listDomain(header: MessageHeader): string | null {
  const value = fieldNamed(header, 'list-id')?.value.slice(0, 2_000) ?? ''
  const open = value.lastIndexOf('<')
  return domainOf(open === -1 ? value.trim() : value.slice(open + 1).trim())
}

/**
 * What the header shows about the reverse name of the sending address. `broken`: the receiver reports that there is
 * none, or that it does not resolve back. Null: the header does not show it.
 */
export function reverseNameOf(message: JudgedMessage): { state: 'valid' | 'broken'; at: HeaderLine } | null {
  const { organizationalDomain, parsed, results, sendingHop } = message
  // A person's own line has no name to expect.
  if (isSubmission(sendingHop)) return null
  for (const { methods, at } of results) {
    const iprev = methods.find(({ method }) => method === 'iprev')?.result
    if (iprev === 'pass') return { state: 'valid', at }
    if (iprev === 'fail' || iprev === 'permerror') return { state: 'broken', at }
  }
  const report = fieldNamed(parsed.header, 'x-forefront-antispam-report')
  const isOwn = report !== undefined && receiverFields(parsed, organizationalDomain)(report)
  if (isOwn && /;\s?PTR:InfoDomainNonexistent\b/i.test(report.value.slice(0, 4_000)))
    return { state: 'broken', at: lineOf(report) }
  if (sendingHop === null) return null
  // Postfix writes `unknown` when there is no reverse name, or it does not resolve back.
  const isUnknown = sendingHop.reverseName === 'unknown' || /\(unknown \[/.test(sendingHop.at.text)
  if (isUnknown) return { state: 'broken', at: sendingHop.at }
  return sendingHop.reverseName === null ? null : { state: 'valid', at: sendingHop.at }
}
