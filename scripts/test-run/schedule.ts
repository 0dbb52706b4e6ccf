/** Which suites run at the same time. */
import type { Suite } from './suites.ts'

/**
 * Suites may keep more cores busy than there are, since each waits now and then: a run with every core busy all the time
 * is the shortest.
 */
const crowding = 2

/**
 * The waiting suites that start now, in their order: those whose predecessors have ended, as many as the cores have room
 * for. A suite that is heavier than the machine runs alone.
 *
 * @param waiting suites that have not started
 * @param running suites that run
 * @param cores of the machine
 */
export function startable(waiting: readonly Suite[], running: readonly Suite[], cores: number): Suite[] {
  const isOpen = new Set([...waiting, ...running].map(({ name }) => name))
  const busy = [...running]
  const starting: Suite[] = []
  for (const suite of waiting) {
    if (suite.after?.some(({ suite: name }) => isOpen.has(name)) === true) continue
    const load = busy.reduce((sum, { weight }) => sum + weight, 0)
    if (busy.length > 0 && load + suite.weight > cores * crowding) continue
    busy.push(suite)
    starting.push(suite)
  }
  return starting
}

/** Runs all suites and returns their results in the order in which they end. */
export async function runAll<T>(
  suites: readonly Suite[],
  cores: number,
  run: (suite: Suite) => Promise<T>,
): Promise<T[]> {
  const waiting = [...suites]
  const running = new Map<Suite, Promise<void>>()
  const ended: T[] = []
  async function end(suite: Suite): Promise<void> {
    ended.push(await run(suite))
    running.delete(suite)
  }
  while (waiting.length + running.size > 0) {
    for (const suite of startable(waiting, [...running.keys()], cores)) {
      waiting.splice(waiting.indexOf(suite), 1)
      running.set(suite, end(suite))
    }
    await Promise.race(running.values())
  }
  return ended
}
