/**
 * CPU time of this thread in microseconds, which other programs hardly affect. The kernel's part does not count: it is the
 * cost of fresh memory, which is high for large values on some machines.
 */
declare const process: { threadCpuUsage(): { user: number } }

/** Prepares input of a size and returns the work to measure, which runs once per call. */
export type Prepare = (size: number) => () => unknown

const ROUNDS = 3
/** A first round with less decides: by chance, work that grows with the square does not look a third of its cost. */
const CLEARLY_LINEAR = 2
/** Some systems advance a thread's CPU time in steps of this many microseconds. */
const CLOCK_STEP = 8_000
/** Shorter work is repeated up to about this many microseconds, which hides the clock's steps and averages collections. */
const LONG = 192_000
const MOST_REPEATS = 32

/**
 * The growth of the cost per unit of input when the input is eight times as large: about 1 when the cost is linear,
 * 6 to 8 when it is quadratic. Compares eight small pieces of work with one large one in the same process,
 * alternately, by CPU time, and takes the median of three rounds, so a busy machine changes nothing; a first round below
 * 2 decides alone. Linear work that makes many values can reach 4 where fresh memory is expensive. Work of less than two
 * milliseconds is always below 5, because a blow-up shows at sizes where it hurts.
 *
 * @param size of the large input; must be a multiple of 8
 */
export async function costGrowth(prepare: Prepare, size: number): Promise<number> {
  const small = prepare(size / 8)
  const large = prepare(size)
  // The first run is slower than the others, which matters where the work is short.
  const first = await cpuOf(large, 1)
  const once = first > 4 * LONG ? first : Math.min(first, await cpuOf(large, 1))
  const repeats = Math.min(MOST_REPEATS, Math.ceil(LONG / Math.max(1, once)))
  const growths: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const expected = await cpuOf(small, 8 * repeats)
    const actual = await cpuOf(large, repeats)
    const growth = (actual + CLOCK_STEP) / (expected + CLOCK_STEP)
    if (round === 0 && growth < CLEARLY_LINEAR) return growth
    growths.push(growth)
  }
  return growths.sort((one, other) => one - other)[(ROUNDS - 1) / 2] ?? Number.NaN
}

async function cpuOf(work: () => unknown, times: number): Promise<number> {
  // Keeps the results of the small pieces until all are done: keeping much costs more than making it, and the large
  // piece does so.
  const made: unknown[] = []
  const before = process.threadCpuUsage().user
  for (let i = 0; i < times; i++) made.push(await work())
  return process.threadCpuUsage().user - before
}
