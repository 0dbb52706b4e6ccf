import { lineOf, type MessageHeader } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { finding } from './write-finding.ts'

/** Fields of messages (RFC 4021, and names that mail systems use). Prose with a colon seldom has one of them. */
const names: ReadonlySet<string> = new Set([
  'apparently-to',
  'auto-submitted',
  'bcc',
  'cc',
  'date',
  'delivered-to',
  'delivery-date',
  'dl-expansion-history',
  'domainkey-signature',
  'envelope-to',
  'errors-to',
  'feedback-id',
  'from',
  'importance',
  'in-reply-to',
  'ironport-data',
  'ironport-hdrordr',
  'ironport-phdr',
  'message-id',
  'mime-version',
  'organization',
  'original-recipient',
  'precedence',
  'priority',
  'received',
  'received-spf',
  'references',
  'reply-to',
  'return-path',
  'sender',
  'sensitivity',
  'subject',
  'thread-index',
  'thread-topic',
  'to',
  'user-agent',
])
const families = ['arc-', 'authentication-', 'bimi-', 'content-', 'dkim-', 'list-', 'resent-', 'x-']

/** Whether a name in lower case is one that fields of messages have. */
export function isMessageField(name: string): boolean {
  return names.has(name) || families.some(family => name.startsWith(family))
}

/** The note that no field is one of a message; none for a header with at least one known field, or without any text. */
export function unrecognizedFindings({ fields, firstStray }: MessageHeader): readonly HeaderFinding[] {
  if (fields.some(({ name }) => isMessageField(name))) return []
  const [first] = fields
  const lines = [firstStray, first === undefined ? null : lineOf(first)].filter(line => line !== null)
  return finding('no_header', lines.toSorted((one, other) => one.line - other.line).slice(0, 1))
}
