import { fieldNamed, type HeaderLine, lineOf } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import type { JudgedMessage } from './judged-message.ts'
import { mailboxesOf } from './mailbox.ts'
import { type RepeatedField, repeatedFields } from './repeated-fields.ts'
import { finding } from './write-finding.ts'

/** The fields whose second value changes what a reader believes or does. */
const misleading: ReadonlySet<string> = new Set(['from', 'sender', 'reply-to', 'subject'])

/**
 * The findings about fields that a message may have once and has more often, and about a From that names several
 * organizations. Programs differ in which value they check and which they show: a known way to show another sender, or
 * another subject, than the one that passed (RFC 6376 section 8.15). A pass of DMARC therefore takes no points off.
 */
export function repeatedFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const repeated = repeatedFields(message.parsed.header)
  const from = repeated.find(({ name }) => name === 'from')
  const isOther = from !== undefined && organizationsIn(from.values, message).size > 1
  const rest = repeated.filter(each => !(isOther && each === from))
  const shown = rest.filter(({ name, isDifferent }) => isDifferent && misleading.has(name))
  const other = rest.filter(each => !shown.includes(each))
  return [
    ...(isOther
      ? finding('from_conflict', from.values, { count: number(from.count), difference: differenceOf(from.values) })
      : severalDomains(message)),
    ...about('field_conflict', shown, message),
    ...about('field_repeated', other, message),
  ]
}

/** How several From fields differ, for the title. Without a domain in one of them, there are no domains to compare. */
function differenceOf(fields: readonly HeaderLine[]): string {
  const empty = fields.filter(({ text }) => text.trim() === '').length
  if (empty > 0) return empty === 1 ? 'and one is empty' : 'and some are empty'
  const without = fields.filter(({ text }) => mailboxesOf(text).every(({ domain }) => domain === null)).length
  if (without === 0) return 'with different domains'
  return without === fields.length
    ? 'with different values'
    : `and ${without === 1 ? 'one has' : 'some have'} no domain`
}

/** One From with addresses of several organizations (RFC 5322 section 3.6.2; RFC 9989 section 4.4). */
function severalDomains(message: JudgedMessage): readonly HeaderFinding[] {
  const field = fieldNamed(message.parsed.header, 'from')
  if (field === undefined) return []
  const { organizationalDomain, aLabels } = message
  const domains = mailboxesOf(field.value).flatMap(({ domain }) => (domain === null ? [] : [aLabels(domain)]))
  const organizations = [...new Set(domains.map(organizationalDomain))]
  return organizations.length < 2
    ? []
    : finding('from_domains', [lineOf(field)], { domains: organizations.slice(0, 5).join(', ') })
}

/** The organizations in several fields. An address without a readable domain is one of its own: it cannot hide another. */
function organizationsIn(
  lines: readonly HeaderLine[],
  { organizationalDomain, aLabels }: JudgedMessage,
): ReadonlySet<string> {
  return new Set(
    lines.flatMap(({ text }) => {
      const mailboxes = mailboxesOf(text)
      if (mailboxes.length === 0) return [text.trim().toLowerCase().slice(0, 100)]
      return mailboxes.map(({ domain, address }) =>
        domain === null ? address.toLowerCase().slice(0, 100) : organizationalDomain(aLabels(domain)),
      )
    }),
  )
}

function about(
  id: 'field_conflict' | 'field_repeated',
  fields: readonly RepeatedField[],
  { parsed }: JudgedMessage,
): readonly HeaderFinding[] {
  const unsigned = fields.filter(({ name, count }) =>
    parsed.signatures.some(({ signed }) => {
      const times = signed.filter(each => each === name).length
      return times > 0 && times < count
    }),
  )
  const words = unsigned.length === 0 ? '' : ` A DKIM signature covers fewer of them, so it can pass with an added one.`
  return finding(
    id,
    fields.flatMap(({ values }) => values),
    { fields: fields.map(({ label, count }) => `${label} (${number(count)})`).join(', '), signed: words },
  )
}

/** "two", "3": how often. */
function number(count: number): string {
  return count === 2 ? 'two' : count.toLocaleString('en')
}
