import type { Resolver } from '@waxseal/core/dns'
import { zoneResolver } from '@waxseal/core/dns'
import type { TrueChange } from './true-changes.ts'
import { usualZone } from './usual-zone.ts'

const hourMs = 3_600_000
/** The last of a zone's servers to learn of a change is behind by less than this. */
const lagMaxMs = 4 * hourMs
const silenceMs = 3 * hourMs

/** The three servers of every zone: the first has a change at once, the others learn of it. */
export interface OwnServers {
  /** What a server answers at this time; undefined: no such domain. */
  contentOf(domain: string, server: number, at: number): Resolver | undefined
  /** Whether a server answers nobody at this time. */
  isSilent(domain: string, server: number, at: number): boolean
}

export function ownServers(options: {
  names: readonly string[]
  changes: readonly TrueChange[]
  chance: (question: string) => number
  /** The share of changes that a server learns of late, and of hours in which a server is silent. */
  lies: { lagging: number; silent: number }
}): OwnServers {
  const { names, changes, chance, lies } = options
  const versions = new Map(
    names.map((name, n) => {
      let zone = usualZone(name, n)
      const list = [{ since: [0, 0, 0], content: zoneResolver(zone) }]
      for (const change of changes.filter(({ domain }) => domain === name)) {
        zone = change.apply(zone)
        const since = [0, 1, 2].map(server => {
          const isLate = server > 0 && chance(`late ${name}`) < lies.lagging
          return change.at.getTime() + (isLate ? chance(`lag ${name}`) * lagMaxMs : 0)
        })
        list.push({ since, content: zoneResolver(zone) })
      }
      return [name, list] as const
    }),
  )
  const silences = new Map<string, boolean>()
  return {
    contentOf: (domain, server, at) =>
      versions.get(domain)?.findLast(({ since }) => (since[server] ?? 0) <= at)?.content,
    isSilent(domain, server, at) {
      const key = `silent ${domain} ${server} ${Math.floor(at / silenceMs)}`
      const known = silences.get(key) ?? chance(key) < lies.silent
      silences.set(key, known)
      return known
    },
  }
}
