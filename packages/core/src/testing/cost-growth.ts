/** CPU time of this thread in microseconds, which other programs hardly affect. */
declare const process: { threadCpuUsage(): { user: number; system: number } }

/** Prepares input of a size and returns the work to measure, which runs once per call. */
export type Prepare = (size: number) => () => unknown

const ROUNDS = 5
/** Some systems advance a thread's CPU time in steps of this many microseconds. */
const CLOCK_STEP = 8_000

/**
 * The growth of the cost per unit of input when the input is eight times as large: about 1 when the cost is linear,
 * about 8 when it is quadratic. Compares eight small pieces of work with one large one in the same process,
 * alternately, by CPU time, and takes the cheapest of five rounds, so a slow or busy machine changes nothing. Work of a
 * few milliseconds in all is always 1, because a blow-up shows at sizes where it hurts.
 *
 * @param size of the large input; must be a multiple of 8
 * @param options `enough`: growth that is good enough to stop before the last round
 */
export async function costGrowth(
  prepare: Prepare,
  size: number,
  { rounds = ROUNDS, enough = 0 }: { rounds?: number; enough?: number } = {},
): Promise<number> {
  const small = prepare(size / 8)
  const large = prepare(size)
  let least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && growth > enough; round++) {
    least = {
      small: Math.min(least.small, await cpuOf(small, 8)),
      large: Math.min(least.large, await cpuOf(large, 1)),
    }
    growth = (least.large + CLOCK_STEP) / (least.small + CLOCK_STEP)
  }
  return growth
}

async function cpuOf(work: () => unknown, times: number): Promise<number> {
  // Keeps the results of the small pieces until all are done: keeping much costs more than making it, and the large
  // piece does so.
  const made: unknown[] = []
  const before = process.threadCpuUsage()
  for (let i = 0; i < times; i++) made.push(await work())
  const after = process.threadCpuUsage()
  return after.user + after.system - before.user - before.system
}
