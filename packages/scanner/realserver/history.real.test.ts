import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import type { WatchMemory } from '@waxseal/core/watch'
import { openDns, watchDomain } from '@waxseal/scanner'
import { beforeAll, describe, expect, it } from 'vitest'
import { type History, readHistory, type ZoneText } from './history.ts'
import { type HistoryRow, historyRows } from './history-changes.data.ts'
import { type Lab, startLab } from './lab.ts'
import { watchedRows } from './watched-names.ts'

const folder = recordedFolder()
if (folder === null) console.log('The recorded history is not here (WAXSEAL_RECORDED_DNS): its replay is not run.')

/**
 * Watched rows that are no changes of their own: two differ in a final dot only, one has an alias that no server loads, and
 * the domains of the others are gone before a second look.
 */
const quiet = [
  '1720702420 independentpublicadvocate.org.uk ns',
  '1723027339 youbethejudge.org.uk www',
  '1743178161 yjb.gov.uk dmarc',
  '1721227394 seewhatsontheinside.co.uk ns',
  '1721227394 seewhatsontheinside.co.uk www',
  '1733757295 yjils.justice.gov.uk a',
  '1733757295 yjils.justice.gov.uk ns',
  '1733757295 yjils.justice.gov.uk www',
  '1733759013 ybtj.justice.gov.uk a',
  '1733759013 ybtj.justice.gov.uk ns',
  '1733759013 ybtj.justice.gov.uk www',
]

interface Replay {
  /** At the time of each recorded change. */
  found: readonly HistoryRow[]
  /** A second later, and at the end: nothing happened in between. */
  again: readonly HistoryRow[]
}

/** Serves the history step by step, and checks the domains that a step is about as the monitor does. */
async function replay(history: History, domains: readonly string[], lab: Lab): Promise<Replay> {
  const dns = openDns({ servers: [lab.resolver], direct: true })
  const outside = (name: string) => !domains.some(domain => name === domain || name.endsWith(`.${domain}`))
  // The lab has the recorded zones only: what they include from others is there, and lets no one send.
  const session = () => {
    const { resolver, ...rest } = dns.session()
    const whole: Resolver = {
      query: async (name, type, signal) =>
        type === 'TXT' && outside(name)
          ? zoneResolver({ [name]: { TXT: ['v=spf1 -all'] } }).query(name, type, signal)
          : resolver.query(name, type, signal),
    }
    return { ...rest, resolver: whole }
  }
  const memories = new Map<string, WatchMemory>()

  const check = async (names: readonly string[], at: number): Promise<HistoryRow[]> => {
    const waiting = [...names]
    const rows: HistoryRow[] = []
    const work = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const memory = memories.get(name) ?? null
        const watched = await watchDomain({ name, memory, dns: session(), now: () => new Date(at * 1000) })
        memories.set(name, watched.memory)
        for (const { part, change_type, severity, change_description } of watched.changes) {
          rows.push([at, name, part, change_type, severity, change_description])
        }
      }
    }
    await Promise.all(Array.from({ length: 6 }, work))
    return rows
  }

  const publish = async (texts: readonly ZoneText[]): Promise<void> => {
    for (const { name, records, nameservers, isServed } of texts) {
      if (isServed) await lab.publish(name, records, nameservers)
      else await lab.withdraw(name)
    }
    await lab.forget()
  }

  const found: HistoryRow[] = []
  const again: HistoryRow[] = []
  try {
    again.push(...(await check(domains, (history.steps[0]?.at ?? 0) - 86_400)))
    for (const [step, { at, changes, lost }] of history.steps.entries()) {
      const names = related(domains, changes)
      if (lost.length > 0) {
        await publish(history.apply(lost, 'old'))
        await check(names, at - 1)
      }
      await publish(history.apply(changes, 'new'))
      found.push(...(await check(names, at)))
      again.push(...(await check(names, at + 1)))
      // That a domain is gone, or is signed wrongly, takes a second look.
      const next = history.steps[step + 1]?.at ?? Number.POSITIVE_INFINITY
      if (at + secondLook >= next) continue
      const later = await check(names, at + secondLook)
      found.push(...later.filter(isState).map(([, ...row]): HistoryRow => [at, ...row]))
      again.push(...later.filter(row => !isState(row)))
    }
    const end = await check(domains, (history.steps.at(-1)?.at ?? 0) + 3600)
    found.push(...end.filter(isState))
    again.push(...end.filter(row => !isState(row)))
  } finally {
    await dns.close()
  }
  return { found, again }
}

/** The domains whose records can change with these names: the names themselves, those above and those below. */
function related(domains: readonly string[], changes: readonly { name: string }[]): readonly string[] {
  return domains.filter(domain =>
    changes.some(({ name }) => name === domain || name.endsWith(`.${domain}`) || domain.endsWith(`.${name}`)),
  )
}

/** The seconds until a second look counts. */
const secondLook = 301

function isState([, , part]: HistoryRow): boolean {
  return part === 'name' || part === 'dnssec'
}

function keyOf([at, domain, part]: HistoryRow): string {
  return `${at} ${domain} ${part}`
}

function sorted(rows: readonly HistoryRow[]): readonly HistoryRow[] {
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

describe.skipIf(folder === null)('387 recorded changes of real zones', () => {
  let replayed: Replay
  let rows: readonly { t: number; name: string }[]
  let watchedKeys: readonly string[]
  beforeAll(async () => {
    const history = readHistory(folder ?? '')
    const { domains, watched } = watchedRows(history.steps.flatMap(({ changes }) => changes))
    rows = history.steps.flatMap(({ changes }) => changes)
    watchedKeys = [...new Set(watched.map(({ row, domain, part }) => `${row.t} ${domain} ${part}`))]
    const lab = await startLab(history.zones, { hosts: history.hosts })
    try {
      replayed = await replay(history, domains, lab)
    } finally {
      await lab.stop()
    }
  }, 400_000)

  it('give each watched change once, with its severity and its sentence, and nothing for any other row', () => {
    expect(rows).toHaveLength(387)
    expect(sorted(replayed.found)).toEqual(sorted(historyRows))
  })

  it('are not found again', () => {
    expect(replayed.again).toEqual([])
  })

  it('are all in the table, but for those without a difference', () => {
    // Of a domain that is gone, the records are no changes of their own.
    const gone = new Set(historyRows.filter(([, , part]) => part === 'name').map(([at, domain]) => `${at} ${domain}`))
    const told = historyRows.filter(row => !isState(row)).map(keyOf)
    const untold = watchedKeys.filter(key => !gone.has(key.split(' ').slice(0, 2).join(' ')))
    expect(told.filter(key => !watchedKeys.includes(key))).toEqual([])
    expect(untold.filter(key => !told.includes(key)).toSorted()).toEqual(quiet.toSorted())
  })
})
