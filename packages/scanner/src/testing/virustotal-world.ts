import type { ThreatSource } from '@waxseal/core/threat'
import { afterEach, beforeEach } from 'vitest'
import { type VirusTotalOptions, virusTotalClient } from '../threat/virustotal-client.ts'
import type { StoredVirusTotal, VirusTotalMemory, VirusTotalSubject } from '../threat/virustotal-memory.ts'
import { virusTotalSource } from '../threat/virustotal-source.ts'
import { addressObject, domainObject, type FakeVirusTotal, startVirusTotal } from './virustotal.ts'

export const key = 'a-key-of-the-tests-0123456789'

const objects = [
  domainObject('example.com', {
    engines: { ESET: ['malicious', 'phishing'], Webroot: 'suspicious', Sophos: 'harmless', CMC: 'undetected' },
    categories: { BitDefender: 'business', Sophos: 'mail' },
  }),
  domainObject('other.example', { engines: { Sophos: 'harmless' } }),
  addressObject('8.26.56.10', { engines: { ESET: 'malicious' } }),
  addressObject('2001:db8::1', { engines: { Sophos: 'harmless' } }),
]

/** A memory of one process that counts what is left of a quota. */
export class Memory implements VirusTotalMemory {
  readonly stored = new Map<string, StoredVirusTotal>()
  readonly pauses: string[] = []
  free = 100
  async recall({ kind, name }: VirusTotalSubject) {
    return this.stored.get(`${kind} ${name}`) ?? null
  }
  async keep({ kind, name }: VirusTotalSubject, answer: StoredVirusTotal) {
    this.stored.set(`${kind} ${name}`, answer)
  }
  async take() {
    return this.free-- > 0
  }
  async pause(until: Date) {
    this.pauses.push(until.toISOString())
  }
}

/** One test's VirusTotal, memory and clock. */
export interface VirusTotalWorld {
  server: FakeVirusTotal
  memory: Memory
  /** What the source reported to the operator. */
  problems: Error[]
  /** The time, as ISO 8601. */
  time: string
  /** A new source, as after a restart. */
  open(change?: Partial<VirusTotalOptions>): ThreatSource
}

/** A new world before each test of a file: VirusTotal over TLS on the loopback, at 10:00 UTC. */
export function virusTotalWorld(): VirusTotalWorld {
  const world = {
    open(change: Partial<VirusTotalOptions> = {}) {
      const { ca, dial, resolver } = world.server
      const client = virusTotalClient({
        key,
        memory: world.memory,
        ca,
        dial,
        resolver: () => resolver,
        onProblem: error => void world.problems.push(error),
        now: () => new Date(world.time),
        ...change,
      })
      return virusTotalSource(client, ['domain', 'address'])
    },
  } as VirusTotalWorld
  beforeEach(async () => {
    world.server = await startVirusTotal({ key, objects })
    world.memory = new Memory()
    world.problems = []
    world.time = '2026-11-25T10:00:00.000Z'
  })
  afterEach(() => world.server.close())
  return world
}
