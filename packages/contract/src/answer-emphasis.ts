import type { Token } from 'marked'
import type { Inline } from './answer-inline.ts'

/** Emphasis inside emphasis, up to which it is shown. */
const maxDepth = 4

interface Run {
  sign: string
  /** Signs that are not used yet; all that were there. */
  left: number
  count: number
  canOpen: boolean
  canClose: boolean
  /** The emphasis that begins here, outermost last, and that ends here, innermost first: 1 em, 2 strong. */
  opens: (1 | 2)[]
  closes: (1 | 2)[]
}

/** The elements with emphasis around what is emphasized (CommonMark, "process emphasis"), in linear time. */
export function emphasisIn(found: readonly Inline[]): Token[] {
  const runs = found.map((part): Run | null =>
    part.kind === 'run' ? { ...part, left: part.count, opens: [], closes: [] } : null,
  )
  pair(runs.filter(run => run !== null))
  const root: Token[] = []
  const open: { depth: number; tokens: Token[] }[] = []
  let tokens = root
  const text = (value: string) => {
    if (value !== '') tokens.push({ type: 'text', raw: value, text: value })
  }
  for (const [at, part] of found.entries()) {
    const run = runs[at]
    if (part.kind === 'break') tokens.push({ type: 'br', raw: '\n' })
    else if (part.kind === 'code') tokens.push({ type: 'codespan', raw: part.text, text: part.text })
    else if (part.kind === 'text') text(part.text)
    else if (run !== null && run !== undefined) {
      for (const _ of run.closes) tokens = open.pop()?.tokens ?? root
      text(run.sign.repeat(run.left))
      for (const strength of run.opens.toReversed()) {
        open.push({ depth: open.length, tokens })
        if (open.length > maxDepth) continue
        const inner: Token[] = []
        tokens.push({ type: strength === 2 ? 'strong' : 'em', raw: '', text: '', tokens: inner })
        tokens = inner
      }
    }
  }
  return root
}

/** Pairs what opens with what closes. A search that found nothing is not repeated over the same runs. */
function pair(runs: readonly Run[]): void {
  /** Runs that may still open, in order. */
  const openers: Run[] = []
  /** For each kind of closer, the number of openers below which none fits. */
  const bottoms = new Map<string, number>()
  for (const closer of runs) {
    while (closer.canClose && closer.left > 0) {
      const kind = `${closer.sign}${closer.canOpen}${closer.count % 3}`
      const bottom = bottoms.get(kind) ?? 0
      let at = openers.length - 1
      while (at >= bottom && !fits(openers[at] as Run, closer)) at -= 1
      const opener = at >= bottom ? openers[at] : undefined
      if (opener === undefined) {
        bottoms.set(kind, openers.length)
        break
      }
      const strength = opener.left >= 2 && closer.left >= 2 ? 2 : 1
      opener.left -= strength
      closer.left -= strength
      opener.opens.push(strength)
      closer.closes.push(strength)
      openers.length = opener.left > 0 ? at + 1 : at
      for (const [other, below] of bottoms) bottoms.set(other, Math.min(below, openers.length))
    }
    if (closer.canOpen && closer.left > 0) openers.push(closer)
  }
}

/** Rules 9 and 10: what can both open and close must not add up to a multiple of three. */
function fits(opener: Run, closer: Run): boolean {
  if (opener.sign !== closer.sign) return false
  const isBoth = closer.canOpen || opener.canClose
  return !isBoth || (opener.count + closer.count) % 3 !== 0 || (opener.count % 3 === 0 && closer.count % 3 === 0)
}
