import { fieldNamed, type HeaderLine, lineOf } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { isAuthenticatedList } from './identity-facts.ts'
import { type JudgedMessage, reverseNameOf } from './judged-message.ts'
import { domainsOfAddressesIn, mailboxesOf } from './mailbox.ts'
import { finding } from './write-finding.ts'

/**
 * The findings with points about what the message shows, what filters said, and its path. The sender may write a
 * filter's field: a verdict of `clean` therefore takes no points off.
 */
export function contentFindings(message: JudgedMessage): readonly HeaderFinding[] {
  return [
    ...filterFindings(message),
    ...nameFindings(message),
    ...replyFindings(message),
    ...reverseFindings(message),
    ...arcFindings(message),
    ...bulkFindings(message),
  ]
}

/** Several filters that say the same are one finding, and spam is not added to phishing. */
function filterFindings({ verdicts }: JudgedMessage): readonly HeaderFinding[] {
  const harmful = verdicts.filter(({ says }) => says === 'phishing' || says === 'malware')
  const spam = verdicts.filter(({ says }) => says === 'spam')
  const certain = spam.filter(({ isHighConfidence }) => isHighConfidence === true)
  const [id, grave] =
    harmful.length > 0
      ? (['verdict_harmful', harmful] as const)
      : certain.length > 0
        ? (['verdict_certain_spam', certain] as const)
        : (['verdict_spam', spam] as const)
  return finding(
    id,
    grave.map(({ at }) => at),
    { words: grave[0]?.words ?? '' },
  )
}

function nameFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { alignment, from, organizationalDomain, parsed } = message
  const { fromDomain, organizationalDomain: organization } = alignment
  if (fromDomain === null || isRewrittenByList(message)) return []
  const real = new Set(from.map(({ domain }) => domain))
  const written = [parsed.header.shown.from ?? '', ...from.map(({ name }) => name)]
  const shown = written
    .flatMap(domainsOfAddressesIn)
    .find(domain => !real.has(domain) && organizationalDomain(domain) !== organization)
  if (shown === undefined) return []
  return finding('name_with_address', [lineNamed(message, 'from')], { shown, domain: fromDomain })
}

/** `"'bob@contoso.com' via Dev" <dev@lists.example>`: a list that names the author, and itself in the address. */
function isRewrittenByList(message: JudgedMessage): boolean {
  const names = [message.parsed.header.shown.from ?? '', ...message.from.map(({ name }) => name)]
  return names.some(name => /\svia\s/i.test(name.slice(0, 1_000))) && isAuthenticatedList(message)
}

function replyFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { alignment, organizationalDomain, parsed } = message
  const { fromDomain, organizationalDomain: organization } = alignment
  const field = fieldNamed(parsed.header, 'reply-to')
  if (!field || fromDomain === null || fieldNamed(parsed.header, 'list-id')) return []
  const reply = mailboxesOf(field.value)
    .flatMap(({ domain }) => (domain === null ? [] : [domain]))
    .find(domain => organizationalDomain(domain) !== organization)
  if (reply === undefined) return []
  return finding('reply_elsewhere', [lineOf(field), lineNamed(message, 'from')], { domain: fromDomain, reply })
}

function reverseFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const found = reverseNameOf(message)
  return found?.state === 'broken' ? finding('reverse_name', [found.at]) : []
}

function arcFindings({ parsed }: JudgedMessage): readonly HeaderFinding[] {
  return finding(
    'arc_fail',
    parsed.arc.filter(({ seal }) => seal === 'fail').map(({ at }) => at),
  )
}

function bulkFindings({ bulkMarks, parsed }: JudgedMessage): readonly HeaderFinding[] {
  return fieldNamed(parsed.header, 'list-unsubscribe') ? [] : finding('bulk_without_unsubscribe', bulkMarks)
}

function lineNamed({ parsed }: JudgedMessage, name: string): HeaderLine | null {
  const field = fieldNamed(parsed.header, name)
  return field ? lineOf(field) : null
}
