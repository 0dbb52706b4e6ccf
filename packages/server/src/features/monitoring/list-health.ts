import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'

const hourMs = 3_600_000
/** The tests of all lists take seconds; the rates of the lists may let them wait. */
const testMs = 120_000

/**
 * Tests every blocklist once an hour (RFC 5782, section 5) and logs which begin to fail and which work again. Scans share
 * the results and the rates, so that a list is not asked more often, and a scan finds the results ready.
 */
export function periodicListTasks(deps: Pick<Deps, 'testLists' | 'log' | 'metrics'>): PeriodicTask[] {
  const failing = new Map<string, string>()
  return [{ name: 'test blocklists', everyMs: hourMs, run: () => testLists(deps, failing) }]
}

/** @param failing the lists that failed the last test, with the reason; kept up to date */
export async function testLists(
  { testLists: test, log, metrics }: Pick<Deps, 'testLists' | 'log' | 'metrics'>,
  failing: Map<string, string>,
): Promise<void> {
  const tested = await test(AbortSignal.timeout(testMs))
  for (const { id, reason } of tested) {
    const before = failing.get(id)
    metrics.listTested(id, reason === null)
    if (reason === null) {
      failing.delete(id)
      if (before !== undefined) log.info({ list: id }, 'a blocklist works again')
    } else {
      failing.set(id, reason)
      if (before !== reason) log.info({ list: id, reason }, 'a blocklist fails its self-test')
    }
  }
}
