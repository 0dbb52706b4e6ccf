/** Different texts to look for in one answer. More than this are unknown: each search reads all known texts. */
const searchesMax = 400
/** Places of one text to look at. */
const placesMax = 50

/** Says whether texts have a value as a whole: not as a part of a longer word or host name. Spaces do not count. */
export interface KnownTexts {
  /** In any case, as names are. */
  has: (value: string) => boolean
  /** In the same case, as keys are. */
  hasExactly: (value: string) => boolean
  /** In any case, for a name without its domain, such as `s1._domainkey`. */
  hasBeginning: (value: string) => boolean
}

/** An index of texts for `KnownTexts`. */
export function knownTexts(texts: readonly string[]): KnownTexts {
  const exact = texts.map(spaced).join('\n')
  const all = exact.toLowerCase()
  const seen = new Map<string, boolean>()
  const search = (how: keyof KnownTexts, value: string): boolean => {
    const wanted = how === 'hasExactly' ? spaced(value) : spaced(value).toLowerCase()
    if (wanted === '') return true
    const key = `${how} ${wanted}`
    const before = seen.get(key)
    if (before !== undefined) return before
    if (seen.size >= searchesMax) return false
    const continued = how === 'hasBeginning' ? /^[a-z0-9]/i : /^[.-]?[a-z0-9]/i
    const found = isIn(how === 'hasExactly' ? exact : all, wanted, continued)
    seen.set(key, found)
    return found
  }
  return {
    has: value => search('has', value),
    hasExactly: value => search('hasExactly', value),
    hasBeginning: value => search('hasBeginning', value),
  }
}

/** Texts differ in spaces and quotation marks where they mean the same. */
function spaced(text: string): string {
  return text.replaceAll(/[\s"“”]+/g, ' ').trim()
}

const isWord = (text: string) => /[a-z0-9]/i.test(text)

function isIn(all: string, wanted: string, continued: RegExp): boolean {
  let at = all.indexOf(wanted)
  for (let count = 0; at >= 0 && count < placesMax; count += 1) {
    const after = all.slice(at + wanted.length, at + wanted.length + 2)
    const isInside = isWord(wanted.charAt(0)) && isWord(all.charAt(at - 1))
    if (!isInside && !(isWord(wanted.slice(-1)) && continued.test(after))) return true
    at = all.indexOf(wanted, at + 1)
  }
  return false
}

/** Every text in a value of plain data, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const tag =
  /^(?:p|sp|np|pct|adkim|aspf|fo|ri|rf|t|psd|mode|k|h|s|v|max_age|id|spf|dkim|dmarc|arc|compauth)[=:][\w.-]{0,20}$/i
/** `include:`, `rua=`, `RFC`, `dig`: letters say nothing that could be published. Without the other characters of base64. */
const plain = /^[\p{L}][\p{L}’'-]{0,23}[:=]?$/u
const symbols =
  /^(?:[-~?]all|\d{1,6}|@|_dmarc|_mta-sts|_smtp\._tls|_tls|_domainkey|default\._bimi|ip[46]:?|-[a-z]{1,8}|\+(?:short|dnssec|trace|tcp)|v=(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)|(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)|max_age:?|\W)$/i

/** Whether code names only what the texts have, words, tags and qualifiers: nothing in it could be published by itself. */
export function isHarmlessCode(code: string, texts: KnownTexts): boolean {
  if (texts.has(code)) return true
  return code.split(/[\s;,"“”'()|→]+/).every(word => isHarmless(word.replace(/[.:]$/, ''), texts))
}

function isHarmless(word: string, texts: KnownTexts): boolean {
  if (word === '' || plain.test(word) || tag.test(word) || symbols.test(word)) return true
  return texts.has(word.replace(/^[@*]/, '')) || (word.includes('_') && texts.hasBeginning(word))
}
