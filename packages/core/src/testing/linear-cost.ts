import { costGrowth } from './cost-growth.ts'

/** Of the machine, in milliseconds: other programs can only make a piece of work look dearer than it is. */
declare const performance: { now(): number }

export interface LinearCost<Input> {
  /** The most characters the parser is given. What makes it so is the caller's: a size limit, a DNS answer of 64 KB. */
  max: number
  /**
   * Pieces of its grammar, such as `include:` or `p=`: repeated, and in turns with characters and with each other. `{n}` in
   * one is another number each time, for parsers that keep what they have read.
   */
  tokens?: readonly string[]
  /** Texts that lead into the parts of the grammar: each shape is tried behind each. The empty text when left out. */
  heads?: readonly string[]
  /** Makes the parser's input out of a text; left out where the text is the input. */
  wrap?: (text: string) => Input
}

/** Characters some grammar gives a meaning, and of each class of others one or two. */
const characters = Array.from(' \t\r\n\0"a1é.,:;=/\\%@-<')

/** Others that are tried in runs, not in pairs: all with all would be many. */
const others = Array.from("*~[](){}'#?+&|^>!_$A")

/** What may stand before and behind a repetition: nothing, or a character most grammars have no place for. */
const ends: readonly (readonly [front: string, back: string])[] = [
  ['', ''],
  ...['\r', '\n', '\0', '"', 'x'].map(stray => ['', stray] as const),
  ['', '\rx'],
  ...['\r', '\n', '\0', '"'].map(stray => [stray, ''] as const),
]

/**
 * Milliseconds. What takes less at its largest input cannot hurt: a scan reads 8 MB of answers at the most, which are 128
 * of 64 KB, and takes seconds. Growth below it would be lost in the steps of the clock as well.
 */
const HURTS = 5
/** Three doublings, each of which may cost 2.3 times as much: linear is 8, n log n is below 10, n√n is 23, a square is 64. */
const ALLOWED = 2.3 ** 3
const TRIES = 3
const ROUNDS = 15
const NUMBER = '{n}'
/** So many shapes that are not cheap are run at the full size, and of those beyond that look linear so far every 24th. */
const DEAR = 12
const SAMPLE = 24
/** Where so many are not cheap, every fifth pair is enough: the parser's own work would take the time of the test. */
const MANY = 60

/**
 * Holds a parser of data from outside to its promise: twice the input costs at most twice the time, with some slack (2.3
 * times), at its largest size and at an eighth of it, where it costs anything worth speaking of. One line beside each
 * such parser.
 *
 * The inputs are every character and token repeated, pairs of them in turns, and a stray CR, LF, NUL, quote or letter
 * at either end. Each runs once at an eighth of the largest size: most are so cheap that they would be so even if their
 * cost grew with the square. Only what is not runs at the full size, and only what takes long and looks super-linear by
 * the clock on the wall is measured, by CPU time and in up to 15 rounds (`costGrowth`): a busy machine makes no parser fail.
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
    if (!isSampled && first <= ALLOWED * (await leastOf(1, prepare(eighth / 8)))) continue
    for (const size of [eighth, largest]) {
      const [large, small] = [prepare(size), prepare(size / 8)]
      const took = await leastOf(1, large)
      if (took < HURTS || took <= ALLOWED * (await leastOf(TRIES, small))) continue
      const growth = await costGrowth(prepare, size, { rounds: ROUNDS, enough: ALLOWED / 8 })
      if (growth > ALLOWED / 8) throw new Error(words(shape, size, growth))
    }
  }
}

interface Shape {
  head: string
  front: string
  /** What is repeated. */
  unit: string
  back: string
  /** Two characters or tokens in turns. */
  isPair: boolean
}

function* shapesOf(heads: readonly string[], units: readonly string[]): Generator<Shape> {
  for (const head of heads) {
    for (const unit of [...units, ...others]) {
      for (const [front, back] of ends) yield { head, front, unit, back, isPair: false }
    }
  }
  // Every pair alone, and once with a head and with ends, each in its turn: all of them with all would be many.
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
  // Whole units only: half of one at the end may make another thing of the text at one size than at the next.
  if (!unit.includes(NUMBER)) return head + front + unit.repeat(room / unit.length) + back
  let filling = ''
  for (let at = 0; filling.length + unit.length <= room; at++) filling += unit.replaceAll(NUMBER, String(at))
  return head + front + filling + back
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
