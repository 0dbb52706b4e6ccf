import type { HeaderFacts } from './facts.ts'
import { type Hidden, hidePrivate, type Placeholders } from './hide-private.ts'
import { type Private, privateText } from './private-text.ts'

/** Parts before the @ that name a task and no person. */
const roles: ReadonlySet<string> = new Set(
  'abuse admin administrator bounce bounces contact dmarc dmarc-reports dmarcreports dns hello help hostmaster info mail mailer-daemon marketing news newsletter no-reply noreply noc office postmaster report reports root sales security service smtp-tls-reports spam support tls-reports tlsrpt webmaster'.split(
    ' ',
  ),
)
const words = /[\p{L}\p{N}._%+'@-]+/gu

/**
 * What a language model may see of a message: who it is from, its subject and other fields that people write are placeholders.
 * Of a return path the domain stays.
 *
 * @param before the placeholders of the same answer
 */
export function hideHeader(header: HeaderFacts, before: Placeholders): Hidden<HeaderFacts> {
  const { from, subject, returnPath, repeated } = header
  const at = returnPath?.lastIndexOf('@') ?? -1
  const texts = {
    from: marked('person', from),
    subject: marked('message', subject),
    returnPath: marked('address', at > 0 ? (returnPath?.slice(0, at) ?? null) : null),
    repeated: repeated.map(({ label, values }) => ({
      label,
      values: values.map(value => privateText(label === 'Subject' ? 'message' : 'person', value)),
    })),
  }
  // The rest is looked through for texts that read like a placeholder.
  const { value, placeholders } = hidePrivate({ texts, header }, before)
  const { texts: hidden } = value
  return {
    placeholders,
    value: {
      ...header,
      from: hidden.from?.text ?? null,
      subject: hidden.subject?.text ?? null,
      returnPath: at > 0 ? `${hidden.returnPath?.text ?? ''}${returnPath?.slice(at)}` : returnPath,
      repeated: hidden.repeated.map(({ label, values }) => ({ label, values: values.map(({ text }) => text) })),
    },
  }
}

const marked = (kind: Private['private'], text: string | null) => (text === null ? null : privateText(kind, text))

/**
 * A text that a person typed, with a placeholder for the part before the @ of each e-mail address; that of a task, such as
 * `postmaster`, stays. The domain stays, because questions are about it.
 */
export function hideAddresses(text: string, before: Placeholders): Hidden<string> {
  let placeholders = before
  const value = text.replaceAll(words, word => {
    const at = word.lastIndexOf('@')
    const local = word.slice(0, Math.max(0, at))
    const isHidden =
      at < 1 || at === word.length - 1 || roles.has(local.toLowerCase()) || /^HIDDEN[A-Z]+\d+$/.test(local)
    if (isHidden) return word
    const hidden = hidePrivate({ local: privateText('address', local), text }, placeholders)
    placeholders = hidden.placeholders
    return `${hidden.value.local.text}${word.slice(at)}`
  })
  return { value, placeholders }
}
