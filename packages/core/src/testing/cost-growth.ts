/** CPU time of this thread in microseconds: what else the machine does adds next to nothing to it. */
declare const process: { threadCpuUsage(): { user: number; system: number } }

/** Prepares input of a size; what is returned is the work whose cost counts, done once each time it is called. */
export type Prepare = (size: number) => () => unknown

const ROUNDS = 5
/** Some systems move the CPU time of a thread on in steps of so many microseconds. */
const CLOCK_STEP = 8_000

/**
 * How much more the work costs for each unit of its input when the input is eight times as large: about 1 when the cost
 * is in proportion to the input, about 8 when it grows with the square. Eight small pieces of work are held against one
 * large one in the same process and in turns, by CPU time, and the cheapest of five rounds counts: a slow or busy machine
 * changes nothing. Work of a few milliseconds in all is 1 whatever its growth: a blow-up shows at sizes where it hurts.
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
  // What the small pieces make is kept until all are done: keeping much costs more than making it, and the large one does.
  const made: unknown[] = []
  const before = process.threadCpuUsage()
  for (let i = 0; i < times; i++) made.push(await work())
  const after = process.threadCpuUsage()
  return after.user + after.system - before.user - before.system
}
