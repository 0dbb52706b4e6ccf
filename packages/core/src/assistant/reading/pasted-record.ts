/** A record that someone pasted into a question. */
export interface PastedRecord {
  kind: 'spf' | 'dmarc'
  text: string
}

const spfTerm = /^[-+~?]?(?:all|a|mx|ptr|(?:include|exists|a|mx|ptr|ip4|ip6):\S+|(?:a|mx)\/\S+|(?:redirect|exp)=\S+)$/i
const quotes = /["'`“”‘’()]/g
const marks = /[?!,.;:]{1,4}$/

/** What people ask of a record that they paste. */
const asks =
  / (?:ok|okay|right|wrong|correct|valid|good|bad|fine|problem|mistake|error|check|look|looks|works?|mean|means|explain|enough|odd|weird|missing|validate|review|sense) /

/**
 * The record in a question that asks what is wrong with it, or that is nothing else; null: it has none, several, or asks
 * something else.
 *
 * @param text as it was asked
 */
export function pastedRecordIn(text: string): PastedRecord | null {
  const found = [pastedSpf(text), pastedDmarc(text)].flatMap(each => each ?? [])
  const [only] = found
  if (
    only === undefined ||
    found.length > 1 ||
    text.toLowerCase().split(`v=${only.kind === 'spf' ? 'spf1' : 'dmarc1'}`).length > 2
  )
    return null
  const rest = text.replaceAll(quotes, ' ').split(/\s+/).join(' ').toLowerCase().replace(only.text.toLowerCase(), ' ')
  const words = rest.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  return words.length === 0 || (words.length <= 12 && asks.test(` ${words.join(' ').replaceAll('whats', 'what')} `))
    ? only
    : null
}

/** From the version to the ending, or to the first word that is no term. */
function pastedSpf(text: string): PastedRecord | null {
  const words = wordsFrom(text, 'v=spf1')
  if (words === null) return null
  const terms: string[] = []
  for (const word of words.slice(1)) {
    const term = word.replace(marks, '')
    if (!spfTerm.test(term)) break
    terms.push(term)
    if (/^[-+~?]?all$/i.test(term)) break
  }
  // "v=spf1" alone is a word about records.
  return terms.length === 0 ? null : { kind: 'spf', text: ['v=spf1', ...terms].join(' ') }
}

/** From the version to the last word that has an equals sign. */
function pastedDmarc(text: string): PastedRecord | null {
  const words = wordsFrom(text, 'v=dmarc1')
  if (words === null) return null
  const end = words.findIndex((word, at) => at > 0 && !word.includes('=') && !word.startsWith('mailto:'))
  const kept = (end < 0 ? words : words.slice(0, end)).join(' ').replace(/[?!,.]{1,4}$/, '')
  return kept.includes(';') ? { kind: 'dmarc', text: kept } : null
}

/** The words of a text from the one that begins with a version; null: none does. */
function wordsFrom(text: string, version: string): readonly string[] | null {
  const words = text.replaceAll(quotes, ' ').split(/\s+/)
  const from = words.findIndex(word => word.toLowerCase().startsWith(version))
  return from < 0 ? null : words.slice(from, from + 60)
}
