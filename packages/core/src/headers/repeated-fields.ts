import { type HeaderLine, lineOf, type MessageHeader } from './field.ts'

/** The fields that a message has at most once (RFC 5322 section 3.6), those that people read first. */
const single = [
  'from',
  'sender',
  'reply-to',
  'subject',
  'to',
  'cc',
  'bcc',
  'date',
  'message-id',
  'in-reply-to',
  'references',
] as const

/** Of more fields of one name the first are shown. */
const shownValues = 10

/** A field that a header has more than once, though a message may have it once. */
export interface RepeatedField {
  /** In lower case. */
  name: string
  /** As RFC 5322 writes it: `Message-ID`. */
  label: string
  /** How often it is there. */
  count: number
  /** The first ten from the top, with encoded words decoded where people read the field. */
  values: readonly HeaderLine[]
  /** Not all of them say the same. */
  isDifferent: boolean
}

/** The fields that occur more often than RFC 5322 section 3.6 allows. In one pass; never throws. */
export function repeatedFields({
  fields,
  decoded,
}: Pick<MessageHeader, 'fields' | 'decoded'>): readonly RepeatedField[] {
  const found = new Map<string, RepeatedField & { values: HeaderLine[] }>()
  const first = new Map<string, string>()
  for (const field of fields) {
    const { name, line, value } = field
    if (!isSingle(name)) continue
    const known = found.get(name)
    if (known === undefined) first.set(name, value)
    const text = decoded?.get(line)
    const at = text === undefined ? lineOf(field) : lineOf({ ...field, value: text })
    const values = known?.values ?? []
    if (values.length < shownValues) values.push({ ...at, label: labels[name] })
    const isDifferent = (known?.isDifferent ?? false) || !isSame(first.get(name) ?? '', value)
    found.set(name, { name, label: labels[name], count: (known?.count ?? 0) + 1, values, isDifferent })
  }
  return single.flatMap(name => {
    const field = found.get(name)
    return field === undefined || field.count < 2 ? [] : [field]
  })
}

/** Of longer values this many characters are compared. */
const comparedCharacters = 10_000

function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.slice(0, comparedCharacters).replaceAll(/\s+/g, ' ').trim()
  return one === other || (one.length < comparedCharacters && plain(one) === plain(other))
}

type Single = (typeof single)[number]
const names: ReadonlySet<string> = new Set(single)

function isSingle(name: string): name is Single {
  return names.has(name)
}

const labels: Readonly<Record<Single, string>> = {
  from: 'From',
  sender: 'Sender',
  'reply-to': 'Reply-To',
  subject: 'Subject',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  date: 'Date',
  'message-id': 'Message-ID',
  'in-reply-to': 'In-Reply-To',
  references: 'References',
}
