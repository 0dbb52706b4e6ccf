import { presentScan, type ScanReply } from '@waxseal/core/health'
import { openWorld } from '@waxseal/scanner/testing-world'

/** Scans of the demo world, as the screen shows them. */
export interface Scans {
  /** Each domain is scanned once. */
  of: (name: string) => Promise<ScanReply>
  stop: () => Promise<void>
}

export async function openScans(): Promise<Scans> {
  const world = await openWorld(() => new Date('2026-11-25T10:00:00Z'))
  const results = new Map<string, ReturnType<typeof world.scan>>()
  return {
    of: async name => {
      const result = results.get(name) ?? world.scan(name)
      results.set(name, result)
      return presentScan(await result)
    },
    stop: () => world.stop(),
  }
}
