import { costGrowth, type Prepare } from './cost-growth.ts'

/** Wall-clock time in milliseconds: other programs can only make work look more expensive than it is. */
declare const performance: { now(): number }

export interface LinearCost<Input> {
  /** The maximum length of the parser's input, which the caller limits: a size limit, a DNS answer of 64 KB. */
  max: number
  /**
   * Pieces of its grammar, such as `include:` or `p=`. They are repeated, alone and alternating with characters and
   * with each other. `{n}` in one is a different number each time, for parsers that remember what they have read.
   */
  tokens?: readonly string[]
  /** Texts that lead into parts of the grammar: each shape is tried after each. By default the empty text. */
  heads?: readonly string[]
  /** Converts a text to the parser's input; omitted when the text is the input. */
  wrap?: (text: string) => Input
}

/** Characters with a meaning in some grammar, and one or two of each other class. */
const characters = Array.from(' \t\r\n\0"a1é.,:;=/\\%@-<')

/** Others that are tried in runs, not in pairs, because all pairs would be too many. */
const others = Array.from("*~[](){}'#?+&|^>!_$A")

/** What may be before and after a repetition: nothing, or a character that most grammars do not allow. */
const ends: readonly (readonly [front: string, back: string])[] = [
  ['', ''],
  ...['\r', '\n', '\0', '"', 'x'].map(stray => ['', stray] as const),
  ['', '\rx'],
  ...['\r', '\n', '\0', '"'].map(stray => [stray, ''] as const),
]

/**
 * Milliseconds. Work that takes less at its largest input cannot hurt: a scan reads at most 8 MB of answers, which are
 * 128 of 64 KB, and takes seconds. Smaller growth would also be lost in the resolution of the clock.
 */
const HURTS = 5
/**
 * What eight times the input may cost. Linear is 8, and up to 32 where memory is slow and the work makes many values;
 * quadratic is 64.
 */
const ALLOWED = 40
/**
 * By the wall clock: work that grows less is not measured by CPU time. At a small size the quadratic part of a cost is
 * smaller, so the limit is lower there.
 */
const LOOKS_LINEAR = { small: 16, full: 24 }
/** Milliseconds. Work this slow is measured by CPU time, not at four times its input: that could take minutes. */
const SLOW = 500
/**
 * By the wall clock, what four times the input costs when the work is linear there: 4, and quadratic work 16. From some
 * size on, memory comes from the system in large pieces, which some machines make expensive. Such a step looks like
 * growth, but what is larger still costs no more per character. Less than `least` says nothing: the parser may leave out
 * what is beyond its limit.
 */
const LINEAR_BEYOND = { least: 1.25, most: 10 }
const TRIES = 3
const NUMBER = '{n}'
/** The number of expensive shapes to run at the full size; of further ones that look linear so far, every 24th. */
const DEAR = 12
const SAMPLE = 24
/**
 * With this many expensive shapes, every fifth pair is enough: otherwise the parser's own work would make the test
 * slow.
 */
const MANY = 60

/**
 * Verifies that a parser of external data is linear: eight times the input costs at most 40 times the time, at its
 * largest size and at an eighth of it, if it costs anything significant. One line beside each such parser.
 *
 * The inputs are every character and token repeated, alternating pairs of them, and a stray CR, LF, NUL, quote or
 * letter at either end. Each runs once at an eighth of the largest size: most are so cheap that even quadratic growth
 * would not matter. Only the others run at the full size. Only those that are slow and look super-linear by the wall
 * clock, there and (below half a second) at four times the size, are measured, by CPU time and up to twice (`costGrowth`),
 * so a busy machine makes no parser fail.
 *
 * @throws Error that names the first shape whose cost grows too fast
 */
export async function expectLinearCost<Input = string>(
  parse: (input: Input) => unknown,
  { max, tokens = [], heads = [''], wrap = text => text as Input }: LinearCost<Input>,
): Promise<void> {
  const largest = max - (max % 8)
  const eighth = largest / 8 - ((largest / 8) % 8)
  let dear = 0
  let pair = 0
  for (const shape of shapesOf(heads, [...characters, ...tokens])) {
    if (dear > MANY && shape.isPair && ++pair % 5 !== 0) continue
    const prepare = (size: number) => {
      const input = wrap(textOf(shape, size))
      return () => parse(input)
    }
    const first = await leastOf(1, prepare(eighth))
    if (first < HURTS / 64) continue
    const isSampled = ++dear <= DEAR || dear % SAMPLE === 0
    if (!isSampled && first <= LOOKS_LINEAR.small * (await leastOf(1, prepare(eighth / 8)))) continue
    for (const size of [eighth, largest]) {
      const [large, small] = [prepare(size), prepare(size / 8)]
      const took = await leastOf(1, large)
      if (took < HURTS) continue
      const limit = LOOKS_LINEAR.full * (await leastOf(TRIES, small))
      if (took <= limit || (await looksLinear(prepare, size, limit))) continue
      if ((await costGrowth(prepare, size)) <= ALLOWED / 8) continue
      const certain = await costGrowth(prepare, size)
      if (certain > ALLOWED / 8) throw new Error(words(shape, size, certain))
    }
  }
}

interface Shape {
  head: string
  front: string
  /** The repeated text. */
  unit: string
  back: string
  /** Two alternating characters or tokens. */
  isPair: boolean
}

function* shapesOf(heads: readonly string[], units: readonly string[]): Generator<Shape> {
  for (const head of heads) {
    for (const unit of [...units, ...others]) {
      for (const [front, back] of ends) yield { head, front, unit, back, isPair: false }
    }
  }
  // Every pair alone, and once with one of the heads and ends: all combinations would be too many.
  const [first = ''] = heads
  let turn = 0
  for (const [at, one] of units.entries()) {
    for (const other of units.slice(at + 1)) {
      const unit = one + other
      const [front = '', back = ''] = ends[++turn % ends.length] ?? []
      yield { head: first, front: '', unit, back: '', isPair: true }
      yield { head: heads[turn % heads.length] ?? '', front, unit, back, isPair: true }
    }
  }
}

function textOf({ head, front, unit, back }: Shape, size: number): string {
  const room = Math.max(0, size - head.length - front.length - back.length)
  // Whole units only: half a unit at the end may change the meaning of the text between sizes.
  if (!unit.includes(NUMBER)) return head + front + unit.repeat(room / unit.length) + back
  let filling = ''
  for (let at = 0; filling.length + unit.length <= room; at++) filling += unit.replaceAll(NUMBER, String(at))
  return head + front + filling + back
}

/** By the wall clock, for work that may have been slowed down by other programs. */
async function looksLinear(prepare: Prepare, size: number, limit: number): Promise<boolean> {
  const large = prepare(size)
  const least = await leastOf(TRIES, large)
  if (least <= limit) return true
  if (least >= SLOW) return false
  // What refuses more than its maximum says nothing there, like what cuts its input.
  const work = prepare(4 * size)
  const once = await leastOf(1, work).catch(() => 0)
  // Much too expensive: CPU time decides. More tries of quadratic work would only cost time.
  if (once > 1.25 * LINEAR_BEYOND.most * least) return false
  const beyond = Math.min(once, await leastOf(TRIES - 1, work).catch(() => 0))
  // Before and after: other programs must not slow down the smaller work alone.
  const growth = beyond / Math.min(least, await leastOf(TRIES, large))
  return growth >= LINEAR_BEYOND.least && growth <= LINEAR_BEYOND.most
}

async function leastOf(times: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i++) {
    const before = performance.now()
    await work()
    least = Math.min(least, performance.now() - before)
  }
  return least
}

function words({ head, front, unit, back }: Shape, size: number, growth: number): string {
  const parts = [head, front, `${unit}…`, back].filter(part => part !== '').map(part => JSON.stringify(part))
  const times = growth.toFixed(1)
  return `Each character of ${parts.join(' + ')} costs ${times} times as much at ${size} characters as at ${size / 8}`
}
