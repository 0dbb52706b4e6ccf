import type { ProviderVerdict } from './provider-verdict.ts'

/** What a field's value means. */
export type Reading = Pick<ProviderVerdict, 'says' | 'words' | 'isHighConfidence'>

/** Reads a value of at most some thousand characters. Nothing: the value is not understood. Never throws. */
export type FieldReader = (value: string, product: string) => readonly Reading[]

const judgements = {
  clean: 'judged the message as not spam',
  bulk: 'judged the message as bulk mail',
  spam: 'judged the message as spam',
  phishing: 'judged the message as phishing',
  malware: 'reported malware in the message',
  unknown: 'did not reach a verdict',
} as const

/** "Exchange Online judged the message as spam (SCL 5)." */
export function judged(product: string, says: keyof typeof judgements, what: string): Reading {
  return { says, words: `${product} ${judgements[says]} (${what}).` }
}

/** "Mimecast reported a spam score of 7." */
export function noted(product: string, what: string): Reading {
  return { says: 'note', words: `${product} ${what}.` }
}

/** A value whose first word is the verdict. The words are in lower case; others give nothing. */
export function firstWord(label: string, meanings: Readonly<Record<string, Reading['says']>>): FieldReader {
  return (value, product) => {
    const word = /^[\s"']{0,9}([A-Za-z][A-Za-z_]{0,30})/.exec(value)?.[1]
    const says = word && Object.hasOwn(meanings, word.toLowerCase()) ? meanings[word.toLowerCase()] : undefined
    if (!word || !says) return []
    return [says === 'note' ? noted(product, `reported ${label} ${word}`) : judged(product, says, `${label} ${word}`)]
  }
}

/** A value that is one word, such as `spam:medium`. A word that is not in the table, in lower case, is unknown. */
export function state(label: string, meanings: Readonly<Record<string, Reading['says']>>): FieldReader {
  return (value, product) => {
    const word = /^\s{0,9}([a-z][a-z_:-]{0,30}|-?\d{1,3})(?![\w:.-])/i.exec(value)?.[1]
    if (!word) return []
    const says = Object.hasOwn(meanings, word.toLowerCase()) ? meanings[word.toLowerCase()] : undefined
    if (says === 'note') return [noted(product, `reported ${label} ${word}`)]
    if (says !== undefined) return [judged(product, says, `${label} ${word}`)]
    return [{ says: 'unknown', words: `${product} reported a value whose meaning is unknown (${label} ${word}).` }]
  }
}

/** `+++`: the score of Rspamd in whole points, `---` below zero, `/` for zero. */
export const scoreBar: FieldReader = (value, product) => {
  const bar = /^\s{0,9}(\+{1,99}|-{1,99}|\/)\s{0,9}$/.exec(value)?.[1]
  if (bar === undefined) return []
  const points = bar.startsWith('/') ? 0 : bar.length * (bar.startsWith('-') ? -1 : 1)
  return [noted(product, `reported a score of about ${points}`)]
}

/** The verdict of an antivirus program: `Clean` says nothing about spam. */
export function antivirusWord(label: string): FieldReader {
  return (value, product) => {
    const word = /^[\s"']{0,9}([A-Za-z]{1,20})/.exec(value)?.[1] ?? ''
    if (/^(?:clean|no|pass|ok)$/i.test(word)) return [noted(product, `reported no malware (${label} ${word})`)]
    if (/^(?:infected|yes|malicious|virus|fail)$/i.test(word)) return [judged(product, 'malware', `${label} ${word}`)]
    if (/^(?:unknown|unscannable|skipped|error|processing|gray)$/i.test(word))
      return [judged(product, 'unknown', `${label} ${word}`)]
    return []
  }
}

/** A number without a threshold that the message shows. */
export function number(label: string): FieldReader {
  return (value, product) => {
    const score = numberIn(value)
    return score === null ? [] : [noted(product, `reported ${label} of ${score}`)]
  }
}

/** A field whose presence shows that the message passed through the product. */
export const passedThrough: FieldReader = (_, product) => [noted(product, 'handled the message')]

/** The number at the beginning of a text, as written; null: none. */
export function numberIn(text: string): string | null {
  return /^[\s(]{0,9}([-+]?\d{1,9}(?:\.\d{1,9})?)(?![\w.])/.exec(text)?.[1] ?? null
}

/** `Yes, score=14.1 required=4.2 tests=…`: the first word is the verdict, the threshold is the message's own. */
export const spamStatus: FieldReader = (value, product) => {
  const word = /^\s{0,9}(yes|no)\b/i.exec(value)?.[1]
  if (!word) return []
  const score = /\b(?:score|hits)=([-+]?\d{1,6}(?:\.\d{1,6})?)/i.exec(value)?.[1]
  const required = /\b(?:required|tag_level)=([-+]?\d{1,6}(?:\.\d{1,6})?)/i.exec(value)?.[1]
  const points = score ? `, score ${score}${required ? ` of ${required} required` : ''}` : ''
  return [judged(product, word.toLowerCase() === 'yes' ? 'spam' : 'clean', `${word}${points}`)]
}

/**
 * `default: False [9.04 / 25.00]; …`: `True` is spam. The limit is that of rejecting a message, so `False` says only
 * that the message stayed below it.
 */
export const rspamdResult: FieldReader = (value, product) => {
  const found = /^[\w ]{1,60}: (True|False) \[(-?\d{1,6}(?:\.\d{1,4})?) ?\/ ?(-?\d{1,6}(?:\.\d{1,4})?)\]/i.exec(value)
  if (!found) return []
  const [, word = '', score = '', limit = ''] = found
  if (word.toLowerCase() === 'true') return [judged(product, 'spam', `score ${score}, limit ${limit}`)]
  return [noted(product, `reported a score of ${score}, below the ${limit} at which it rejects`)]
}

const rspamdActions: Readonly<Record<string, Reading['says']>> = {
  'no action': 'clean',
  greylist: 'unknown',
  'soft reject': 'unknown',
  'add header': 'spam',
  'rewrite subject': 'spam',
  quarantine: 'spam',
  discard: 'spam',
  reject: 'spam',
}

/** The action Rspamd chose; `soft reject` and `greylist` ask the sender to try again later. */
export const rspamdAction: FieldReader = (value, product) => {
  const action = value.trim().toLowerCase()
  const says = Object.hasOwn(rspamdActions, action) ? rspamdActions[action] : undefined
  return says === undefined || says === 'note' ? [] : [judged(product, says, `action ${action}`)]
}

const proofpointRules: Readonly<Record<string, Exclude<Reading['says'], 'note'>>> = {
  notspam: 'clean',
  spam: 'spam',
  definitespam: 'spam',
  probablespam: 'spam',
  bulk: 'bulk',
  phish: 'phishing',
  malware: 'malware',
}

/** `rule=notspam policy=default score=0 …`. The scores have no thresholds in the message. */
export const proofpoint: FieldReader = (value, product) => {
  const rule = /^\s{0,9}rule=([a-z_]{1,40})/i.exec(value)?.[1]?.toLowerCase()
  if (rule === undefined) return []
  const score = /\bscore=(\d{1,3})\b/.exec(value)?.[1]
  const what = `rule ${rule}${score ? `, score ${score}` : ''}`
  const plain = rule.replace(/^(?:inbound|outbound)_/, '')
  const says = Object.hasOwn(proofpointRules, plain) ? proofpointRules[plain] : undefined
  return [says ? judged(product, says, what) : noted(product, `applied its ${what}`)]
}

/** `Policy=…;Similar Internal Domain=false;…`: a check that found something is a note. */
export const impersonationProtect: FieldReader = (value, product) => {
  const hits = value.split(';').filter(part => /=\s?true\s?$/i.test(part)).length
  return hits === 0 ? [] : [noted(product, `reported ${hits} signs of impersonation`)]
}

/** `Gauge=XXXI, Probability=31%, Report=…`. */
export const gauge: FieldReader = (value, product) => {
  const found = /\bProbability=(\d{1,3})%/i.exec(value)?.[1]
  return found ? [noted(product, `reported a spam probability of ${found}%`)] : []
}
