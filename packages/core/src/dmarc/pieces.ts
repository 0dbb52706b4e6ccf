/** A part of the text between two separators. `mark`: the separator before it. */
export interface Piece {
  text: string
  mark: ';' | 'comma' | 'colon' | 'period' | 'line break' | null
}

const mostPieces = 100
const tagStart =
  /(?<=^|[\s,|/]|(?<!mailto|https?)[.:])(?:v|version|p|policy|sp|np|psd|t|adkim|aspf|fo|rua|ruf|pct|percent|rf|ri|subdomain[_-]?policy|subpolicy) ?[=:]|(?<=\s)[a-z]{1,16}=/gi
/** A tag without anything between it and the value before. */
const gluedTag = /(?:v ?= ?dmarc1|(?:sp|np|p|psd|t|adkim|aspf|fo|rua|ruf|pct|rf|ri) ?=)/gi
/** Values that cannot go on as another word does, at the end of a text. */
export const wholeValue =
  /(?:(?:^|[\s;,])v ?= ?dmarc1|(?:^|[\s;,.:])(?:[sn]?p ?= ?(?:none|quarantine|reject)|(?:adkim|aspf) ?= ?(?:strict|relaxed|[rs])|(?:psd|t) ?= ?(?:yes|no|[ynu])|(?:pct|ri) ?= ?\d{1,6} ?%?|fo ?= ?[01ds](?::[ds])?|ru[af] ?=)|@[a-z0-9.-]{1,90}\.[a-z][a-z0-9-]{1,20}) ?[.:]?$/i

/** The parts between semicolons, and in each part its tags, which another separator may divide, or none. */
export function piecesOf(text: string): Piece[] {
  return text.split(';', mostPieces).flatMap(untrimmed => {
    const part = untrimmed.trim()
    const cuts = cutsOf(part)
    return cuts.map((start, at): Piece => {
      const end = cuts[at + 1] ?? part.length
      const isLast = at === cuts.length - 1
      const whole = part.slice(start, end)
      const value = isLast || markBefore(part, end) === 'comma' ? whole : whole.replace(/[.:]\s{0,9}$/, '')
      return { text: value, mark: at === 0 ? ';' : markBefore(part, start) }
    })
  })
}

function cutsOf(part: string): number[] {
  const starts = new Set([...part.matchAll(tagStart)].map(({ index }) => index))
  let last = 0
  for (const { index, 0: tag } of part.matchAll(gluedTag)) {
    // `adkim=sp=reject`: the letter before `p` may be the end of the value.
    const places = /^[sn]p/i.test(tag) ? [index, index + 1] : [index]
    // After anything else, only an address list is certain to be a tag.
    const isList = index > 0 && /^ru[af] ?= ?mailto:/i.test(part.slice(index, index + 14))
    const isWhole = (place: number) => place > 0 && wholeValue.test(part.slice(Math.max(last, place - 160), place))
    const start = isList ? index : places.find(isWhole)
    if (start === undefined) continue
    starts.add(start)
    last = start
  }
  const after = [...starts].filter(start => start > 0).sort((one, other) => one - other)
  return [0, ...after].slice(0, mostPieces)
}

function markBefore(part: string, start: number): Piece['mark'] {
  const gap = part.slice(Math.max(0, start - 3), start)
  if (gap.includes(',')) return 'comma'
  const [, mark] = /([.:])\s*$/.exec(gap) ?? []
  if (mark !== undefined) return mark === ':' ? 'colon' : 'period'
  return gap.includes('\n') ? 'line break' : null
}
