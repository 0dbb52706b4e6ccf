import { codePointName, decodedText, firstInvisible } from '../dns/index.ts'
import { type DkimProblem, dkimProblem } from './problem.ts'

/*
 * Key records that pasting broke. A repair removes what zone files, editors and key files put around a record, or
 * inserts the separators that got lost. It never alters the key itself: the repaired record counts only when its key
 * parses as DER, so a repair is certain.
 */

/** A record without what pasting added, and the problems that this removed. */
export interface Cleaned {
  text: string
  problems: readonly DkimProblem[]
}

/** Typographic quotation marks, also as the octets of UTF-8, in which DNS answers have them. */
const quotes = /["'\u2018-\u201f]|\u00e2\u0080[\u0098-\u009f]/g

/** What pasting adds, in the order in which it is removed. None of it can be part of a tag list without notes. */
const additions: readonly [code: string, pattern: RegExp][] = [
  ['pem', /-----(?:BEGIN|END) [A-Z ]{1,40}-----/g],
  ['line-breaks', /\\[rn]/g],
  ['backslash', /\\/g],
  ['quotes', quotes],
  ['invisible', /(?![\t\r\n ])[\p{C}\p{Z}]/gu],
  ['characters', /[^\t\r\n -~]/g],
]

/** A text without the characters that no one sees, for what it was meant as. */
export function withoutInvisible(text: string): string {
  return firstInvisible(text) === null ? text : decodedText(text).replace(/(?![\t\r\n ])[\p{C}\p{Z}]/gu, '')
}

/** Removes the characters that pasting added. */
export function cleaned(text: string): Cleaned {
  const problems: DkimProblem[] = []
  let rest = decodedText(text)
  for (const [code, pattern] of additions) {
    const next = rest.replace(pattern, '')
    const hidden = code === 'invisible' ? firstInvisible(rest) : null
    if (next !== rest) problems.push(dkimProblem(code, hidden === null ? '' : codePointName(hidden)))
    rest = next
  }
  return { text: rest, problems }
}

/** A record as it was meant, and the problem that this removes. */
export interface Candidate {
  text: string
  problem: DkimProblem
}

/** The forms that a broken record may have had before. At most one of them is right, which its key shows. */
export function candidates(text: string): readonly Candidate[] {
  return [separated, withoutCopy, withOneKey, withVersion, withSmallNames, withKeyType].flatMap(
    form => form(text) ?? [],
  )
}

/** A tag list without blanks, tag by tag, whether or not semicolons separate them. */
const heads: readonly RegExp[] = [
  /^(v)=(DKIM1)/i,
  /^(k)=(rsa|ed25519)/i,
  /^(h)=(sha(?:1|256)(?::sha(?:1|256))*)/,
  /^(s)=(\*|email)/,
  /^(t)=([ys](?::[ys])*)/,
  /^(p)=([A-Za-z0-9+/]*={0,2})/,
  // A key without its tag.
  /^()(MI[GI][A-Za-z0-9+/]{40,}={0,2})/,
]

/** Strings that were joined without a separator: `v=DKIM1;k=rsap=MII…`. */
function separated(text: string): Candidate | null {
  const compact = text.replace(/[ \t\r\n]+/g, '')
  const tags = new Map<string, string>()
  let missing: string | null = null
  let isSeparated = true
  for (let at = 0; at < compact.length; ) {
    if (compact[at] === ';') {
      isSeparated = true
      at++
      continue
    }
    if (compact[at] === ',') {
      at++
      continue
    }
    // No tag may be there twice, so this reads the rest of the text seven times at most.
    const found = headOf(compact.slice(at))
    if (found === null || tags.has(found.tag)) return null
    if (!isSeparated) missing ??= found.tag
    if (found.bare) missing ??= ''
    tags.set(found.tag, found.value)
    isSeparated = false
    at += found.length
  }
  if (missing === null) return null
  const problem = missing === '' ? dkimProblem('p-missing') : dkimProblem('semicolon-missing', missing)
  return { text: tagList(versionFirst(tags)), problem }
}

function headOf(text: string): { tag: string; value: string; bare: boolean; length: number } | null {
  for (const head of heads) {
    const [whole, tag = '', value = ''] = head.exec(text) ?? []
    if (whole === undefined) continue
    const name = tag === '' ? 'p' : tag.toLowerCase()
    const canonical = name === 'v' ? 'DKIM1' : name === 'k' ? value.toLowerCase() : value
    return { tag: name, value: canonical, bare: tag === '', length: whole.length }
  }
  return null
}

/** The record was pasted again behind or into itself: its last copy. */
function withoutCopy(text: string): Candidate | null {
  const starts = [...text.matchAll(/v[ \t]?=[ \t]?DKIM1/gi)].map(({ index }) => index)
  const last = starts.at(-1) ?? 0
  if (starts.length < 2) return null
  return { text: text.slice(last), problem: dkimProblem('pasted-twice') }
}

/** The parts of a record that contains several records; one part: it does not. */
export function copies(text: string): readonly string[] {
  const starts = [...text.matchAll(/v[ \t]?=[ \t]?DKIM1/gi)].map(({ index }) => index)
  return starts.slice(0, 4).map((start, index) => text.slice(start, starts[index + 1]))
}

/** `p=p=MII…`, one key in two `p`, or the same key twice. */
function withOneKey(text: string): Candidate | null {
  const parts = partsOf(text)
  const keys = parts.flatMap(({ name, value }) => (name === 'p' ? [value.replace(/[ \t\r\n]+/g, '')] : []))
  const bare = keys.map(key => key.replace(/^(?:p=)+/, ''))
  const [first = ''] = bare
  const isTwice = keys.length > 1 || first !== keys[0]
  if (keys.length === 0 || !isTwice || bare.includes('')) return null
  const key = bare.every(each => each === first) ? first : bare.join('')
  const others = tagsOf(parts.filter(({ name }) => name !== 'p'))
  return others && { text: tagList(new Map([...others, ['p', key]])), problem: dkimProblem('p-twice') }
}

/** `v=dkim1`, or `v=DKIM1` in another place. */
function withVersion(text: string): Candidate | null {
  const parts = partsOf(text)
  const at = parts.findIndex(({ name }) => name.toLowerCase() === 'v')
  const version = parts[at]
  if (version === undefined || !/^dkim1$/i.test(version.value)) return null
  const isExact = version.name === 'v' && version.value === 'DKIM1'
  const tags = tagsOf(parts.map(({ name, value }) => ({ name: name === 'V' ? 'v' : name, value })))
  tags?.set('v', 'DKIM1')
  const problem = isExact ? dkimProblem('v-not-first') : dkimProblem('version', version.value.slice(0, 60))
  return tags && { text: tagList(versionFirst(tags)), problem }
}

const names = ['v', 'k', 'h', 's', 't', 'p']

/** `P=MII…`: tag names are case-sensitive (RFC 6376 section 3.2). */
function withSmallNames(text: string): Candidate | null {
  const parts = partsOf(text)
  const capitals = parts.filter(({ name }) => !names.includes(name) && names.includes(name.toLowerCase()))
  if (capitals.length === 0) return null
  const tags = tagsOf(parts.map(part => (capitals.includes(part) ? { ...part, name: part.name.toLowerCase() } : part)))
  const problem = dkimProblem('tag-case', capitals.map(({ name }) => name).join(', '))
  return tags && { text: tagList(versionFirst(tags)), problem }
}

/** A key of the other type than `k` says. */
function withKeyType(text: string): Candidate | null {
  const tags = tagsOf(partsOf(text))
  const key = tags?.get('p')
  if (tags === null || key === undefined) return null
  const type = (tags.get('k') ?? 'rsa').toLowerCase()
  if (type !== 'rsa' && type !== 'ed25519') return null
  const isRsa = type === 'rsa'
  tags.delete('p')
  tags.set('k', isRsa ? 'ed25519' : 'rsa')
  tags.set('p', key)
  return { text: tagList(versionFirst(tags)), problem: dkimProblem('key-type-mismatch', isRsa ? 'ed25519' : 'rsa') }
}

/** The tags of a text that may break every rule, at most a hundred. */
function partsOf(text: string): readonly { name: string; value: string }[] {
  return text.split(';', 100).flatMap(part => {
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(equals, 0)).trim()
    return name === '' ? [] : [{ name, value: part.slice(equals + 1).trim() }]
  })
}

/** Null when a tag is there twice: which of the two counts is not certain. */
function tagsOf(parts: readonly { name: string; value: string }[]): Map<string, string> | null {
  const tags = new Map(parts.map(({ name, value }) => [name, value] as const))
  return tags.size === parts.length ? tags : null
}

function versionFirst(tags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const version = tags.get('v')
  return version === undefined ? tags : new Map([['v', version], ...tags])
}

/** Tags as a record, with the key in one piece. */
export function tagList(tags: ReadonlyMap<string, string>): string {
  return [...tags]
    .map(([name, value]) => `${name}=${name === 'p' ? value.replace(/[ \t\r\n]+/g, '') : value}`)
    .join('; ')
}
