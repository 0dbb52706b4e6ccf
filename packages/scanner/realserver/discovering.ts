import type { Section } from '@waxseal/core/check'
import type { DkimValue } from '@waxseal/core/dkim'
import { openDns } from '@waxseal/scanner'
import { collectDkim } from '../src/checks/dkim.ts'
import { organizationalDomain } from '../src/domain-name.ts'

export interface DiscoverySetup {
  /** `address:port`. */
  resolver: string
  /** Also asks the zones' own servers; true by default. */
  direct?: boolean
  selectors?: readonly string[]
}

/** Discovers the DKIM keys of one name in the same way as a scan, with an empty cache. */
export async function discoverOne(name: string, setup: DiscoverySetup): Promise<Section<DkimValue>> {
  const dns = openDns({ servers: [setup.resolver], direct: setup.direct ?? true })
  try {
    return await collectDkim(contextOf(name, dns, setup.selectors))
  } finally {
    await dns.close()
  }
}

/** Discovers the keys of many names, a few at a time. Throws for a name whose lookups all failed. */
export async function discoverAll(names: readonly string[], resolver: string): Promise<Map<string, DkimValue>> {
  const dns = openDns({ servers: [resolver], direct: true })
  const values = new Map<string, DkimValue>()
  const waiting = [...names]
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const section = await collectDkim(contextOf(name, dns))
      if (!section.ran) throw new Error(`${name}: ${section.reason}`)
      values.set(name, section.value)
    }
  }
  try {
    await Promise.all(Array.from({ length: 4 }, work))
  } finally {
    await dns.close()
  }
  return values
}

function contextOf(name: string, dns: ReturnType<typeof openDns>, selectors: readonly string[] = []) {
  return { ...dns.session(), name, organizationalDomain: organizationalDomain(name), selectors }
}
