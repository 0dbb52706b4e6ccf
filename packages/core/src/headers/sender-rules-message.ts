import { parseDate } from './date.ts'
import { fieldsNamed, type MessageHeader } from './field.ts'
import type { JudgedMessage } from './judged-message.ts'
import type { ClauseVerdict } from './sender-rules.ts'
import { deliveredAt, hasExpired, usesSha1 } from './signature-age.ts'

type Judged = Record<
  | 'from_address'
  | 'message_id'
  | 'date'
  | 'single_fields'
  | 'signature_length'
  | 'signature_algorithm'
  | 'signature_expiry',
  ClauseVerdict
>

/** The clauses about the form of the message and its signatures. */
export function messageClauses(message: JudgedMessage): Judged {
  const { header } = message.parsed
  return {
    from_address: fromAddress(message),
    message_id: messageId(header),
    date: date(header),
    single_fields: singleFields(header),
    signature_length: signatureLength(message),
    signature_algorithm: signatureAlgorithm(message),
    signature_expiry: signatureExpiry(message),
  }
}

function fromAddress({ parsed, from }: JudgedMessage): ClauseVerdict {
  const fields = fieldsNamed(parsed.header, 'from').length
  if (fields !== 1) return ['not_met', countWords(fields, 'From')]
  if (from.length !== 1)
    return ['not_met', `From has ${from.length === 0 ? 'no address' : `${from.length} addresses`}.`]
  return from[0]?.domain
    ? ['met', `From has one address, of ${from[0].domain}.`]
    : ['not_met', 'The domain of From is not valid.']
}

function messageId(header: MessageHeader): ClauseVerdict {
  const fields = fieldsNamed(header, 'message-id')
  if (fields.length !== 1) return ['not_met', countWords(fields.length, 'Message-ID')]
  return /^<[^\s<>@]{1,900}@[^\s<>@]{1,900}>$/.test(fields[0]?.value.trim().slice(0, 2_000) ?? '')
    ? ['met', 'The message has one Message-ID field of the form <left@right>.']
    : ['not_met', 'The value of Message-ID is not of the form <left@right>.']
}

const dateForm =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), ?)?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{2,4} \d{2}:\d{2}(?::\d{2})? (?:[-+]\d{4}|[A-Z]{1,5})\b/i

function date(header: MessageHeader): ClauseVerdict {
  const fields = fieldsNamed(header, 'date')
  if (fields.length !== 1) return ['not_met', countWords(fields.length, 'Date')]
  const value = (fields[0]?.value ?? '').slice(0, 500).replaceAll(/\s+/g, ' ').trim()
  const written = dateForm.exec(value)?.[0]
  return written !== undefined && parseDate(written) !== null
    ? ['met', 'The message has one valid Date field.']
    : ['not_met', 'The value of Date is not a valid date.']
}

/** RFC 5322 section 3.6, without those that have a clause of their own. */
const once = ['sender', 'reply-to', 'to', 'cc', 'bcc', 'in-reply-to', 'references', 'subject']

function singleFields(header: MessageHeader): ClauseVerdict {
  const seen = new Map<string, number>()
  for (const { name } of header.fields) seen.set(name, (seen.get(name) ?? 0) + 1)
  const repeated = once.filter(name => (seen.get(name) ?? 0) > 1)
  return repeated.length === 0
    ? ['met', 'No such field is repeated.']
    : ['not_met', `The message repeats ${repeated.map(label).join(', ')}.`]
}

function label(name: string): string {
  return name
    .split('-')
    .map(part => (part[0] ?? '').toUpperCase() + part.slice(1))
    .join('-')
}

function countWords(count: number, name: string): string {
  return count === 0 ? `The message has no ${name} field.` : `The message has ${count} ${name} fields.`
}

const unsigned: ClauseVerdict = ['not_applicable', 'The message has no DKIM signature.']

function signatureLength({ parsed }: JudgedMessage): ClauseVerdict {
  if (parsed.signatures.length === 0) return unsigned
  return parsed.signatures.some(({ hasLength }) => hasLength)
    ? ['not_met', 'A DKIM signature has l=: text after the signed part does not break it.']
    : ['met', 'No DKIM signature has l=.']
}

function signatureAlgorithm({ parsed }: JudgedMessage): ClauseVerdict {
  if (parsed.signatures.length === 0) return unsigned
  return parsed.signatures.some(usesSha1)
    ? ['not_met', 'A DKIM signature uses rsa-sha1, which receivers do not accept.']
    : ['met', 'No DKIM signature uses rsa-sha1.']
}

function signatureExpiry({ parsed, sendingHop }: JudgedMessage): ClauseVerdict {
  if (parsed.signatures.length === 0) return unsigned
  if (parsed.signatures.every(({ expiresAt }) => expiresAt === null))
    return ['met', 'No DKIM signature has a date of expiry.']
  const time = deliveredAt(parsed.path, sendingHop)
  if (time === null) return ['unknown', 'The header does not show when the message was delivered.']
  return parsed.signatures.some(signature => hasExpired(signature, time))
    ? ['not_met', 'A DKIM signature had expired when the message was delivered.']
    : ['met', 'No DKIM signature had expired when the message was delivered.']
}
