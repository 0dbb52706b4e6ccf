import type { Token } from 'marked'
import { emphasisIn } from './answer-emphasis.ts'
import { characterOf } from './answer-text.ts'

/** A run of `*` or `_`, or text, code or a line end in a paragraph. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'run'; sign: string; count: number; canOpen: boolean; canClose: boolean }

/**
 * The elements of a paragraph: text, code, line ends, emphasis. A link or an image becomes its text here. Time is linear in
 * the length, which the inline rules of `marked` do not achieve.
 */
export function inlineTokens(src: string): Token[] {
  return emphasisIn(inlines(src))
}

function inlines(src: string): readonly Inline[] {
  const found: Inline[] = []
  /** The places in `found` of brackets that a link could have opened. */
  const brackets: number[] = []
  const closing = closingBackticks(src)
  const lastParen = src.lastIndexOf(')')
  const add = (text: string) => {
    found.push({ kind: 'text', text })
  }
  for (let at = 0; at < src.length; ) {
    const character = src.charAt(at)
    const rule = rules[character]
    if (character === '`') {
      const length = runLength(src, at)
      const end = closing(at, length)
      if (end < 0) add(src.slice(at, at + length))
      else found.push({ kind: 'code', text: codeText(src.slice(at + length, end)) })
      at = end < 0 ? at + length : end + length
    } else if (character === '*' || character === '_') {
      const count = runLength(src, at)
      found.push(runAt(src, at, count))
      at += count
    } else if (character === '[' || (character === '!' && src.charAt(at + 1) === '[')) {
      brackets.push(found.length)
      add(character === '[' ? '[' : '![')
      at += character === '[' ? 1 : 2
    } else if (character === ']') {
      const opened = brackets.pop()
      const end = opened !== undefined && at < lastParen ? targetEnd(src, at + 1) : -1
      if (end < 0) add(']')
      else found[opened as number] = { kind: 'text', text: '' }
      at = end < 0 ? at + 1 : end
    } else if (rule !== undefined) {
      rule.lastIndex = at
      const matched = rule.exec(src)
      if (character === ' ' || character === '\n') {
        const isBreak = matched?.[0].startsWith('  ') === true && matched[0].includes('\n')
        if (isBreak) found.push({ kind: 'break' })
        else add(' '.repeat(matched?.[0].includes('\n') === true ? 1 : (matched?.[0].length ?? 1)))
      } else if (character === '\\') {
        if (matched?.[0] === '\\\n') found.push({ kind: 'break' })
        else add(matched?.[1] ?? character)
      } else if (character === '&') add(characterOf(matched) ?? character)
      else add(matched?.[1] ?? character)
      at += matched?.[0].length ?? 1
    } else {
      plain.lastIndex = at
      const text = plain.exec(src)?.[0] ?? character
      add(text)
      at += text.length
    }
  }
  return found
}

/** What may be at each of these characters, from there on. */
const rules: Readonly<Record<string, RegExp>> = {
  ' ': / +(?:\n *)?/y,
  '\n': /\n */y,
  '\\': /\\(?:([!-/:-@[-`{-~])|\n)/y,
  '&': /&(?:([a-z]{2,4})|#(\d{1,7})|#x([0-9a-f]{1,6}));/iy,
  '<': /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,64}@[\w.-]{1,255})>/iy,
}
const plain = /[^`*_[\]! \n\\&<]+|!/y

function runLength(src: string, at: number): number {
  let end = at + 1
  while (end < src.length && src.charAt(end) === src.charAt(at)) end += 1
  return end - at
}

/** Finds the next run of exactly as many backticks. Places must ascend. */
function closingBackticks(src: string): (at: number, length: number) => number {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of src.matchAll(/`+/g)) {
    const known = runs.get(run.length)
    if (known === undefined) runs.set(run.length, [index])
    else known.push(index)
  }
  for (const places of runs.values()) places.reverse()
  return (at, length) => {
    const places = runs.get(length) ?? []
    while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= at) places.pop()
    return places.at(-1) ?? -1
  }
}

/** CommonMark section 6.1. */
function codeText(raw: string): string {
  const text = raw.replaceAll('\n', ' ')
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== ''
  return isPadded ? text.slice(1, -1) : text
}

/** The end of `(target "title")`, if that is here. Targets are at most 1,000 characters long. */
function targetEnd(src: string, from: number): number {
  if (src.charAt(from) !== '(') return -1
  let depth = 0
  for (let at = from; at < Math.min(src.length, from + 1_000); at += 1) {
    const character = src.charAt(at)
    if (character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return -1
}

/** CommonMark section 6.2: whether a run of `*` or `_` can open or close emphasis. */
function runAt(src: string, at: number, count: number): Inline {
  const sign = src.charAt(at)
  const before = src.slice(Math.max(0, at - 2), at)
  const after = src.slice(at + count, at + count + 2)
  const [spaceBefore, spaceAfter] = [/(?:^|\s)$/u.test(before), /^(?:$|\s)/u.test(after)]
  const [pointBefore, pointAfter] = [/[\p{P}\p{S}]$/u.test(before), /^[\p{P}\p{S}]/u.test(after)]
  const isLeft = !spaceAfter && (!pointAfter || spaceBefore || pointBefore)
  const isRight = !spaceBefore && (!pointBefore || spaceAfter || pointAfter)
  const isWord = sign === '_'
  return {
    kind: 'run',
    sign,
    count,
    canOpen: isLeft && (!isWord || !isRight || pointBefore),
    canClose: isRight && (!isWord || !isLeft || pointAfter),
  }
}
