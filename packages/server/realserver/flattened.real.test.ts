import { textOf, type ZoneEntry, zoneResolver } from '@waxseal/core/dns'
import { checkHost, flattenSpf, selectSpf } from '@waxseal/core/spf'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import { createDnsClient } from '@waxseal/scanner/dns'
import { startLab } from '@waxseal/scanner/realserver/lab'
import { compare, queriesOf } from '@waxseal/scanner/realserver/peers/agreement'
import { labZones } from '@waxseal/scanner/realserver/peers/answers'
import { causeOf } from '@waxseal/scanner/realserver/peers/causes'
import { missingPeers, type PeerQuery } from '@waxseal/scanner/realserver/peers/peer'
import { recordedSubjects } from '@waxseal/scanner/realserver/peers/recorded-subjects'
import { spfWorld } from '@waxseal/scanner/realserver/peers/spf-world'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openNameserver } from '../src/nameserver/serve-zone.ts'
import { Zone as HostedZone } from '../src/nameserver/zone.ts'
import { isLong } from '../src/testing/long.ts'

const missing = missingPeers()
if (missing.length > 0) console.log(`flattened records at other SPF evaluators: not run, ${missing.join(', ')} missing`)

const hostedZone = 'waxseal.email'
const host = { name: 'ns1.waxseal-servers.net', address: '205.251.196.53' }
const resolver = '127.0.0.1'

/** Generated records: each is evaluated for 20 addresses by four evaluators. */
const generated = isLong ? 400 : 60

/** The SPF record of an entry; null: none or several. */
function recordOf(entry: ZoneEntry | undefined): string | null {
  const { records } = selectSpf((entry?.TXT ?? []).map(text => (typeof text === 'string' ? text : text.join(''))))
  return records.length === 1 ? (records[0] ?? null) : null
}

describe.skipIf(missing.length > 0)('flattened records on our name server, through Unbound', () => {
  it('let the same mail pass at pyspf, Mail::SPF and mailauth as the original without the lookup limit', {
    timeout: 300_000,
  }, async () => {
    const { zone, subjects } = spfWorld(1126, generated)
    const original = zoneResolver(zone)
    const published: { [name: string]: ZoneEntry } = { ...zone }
    const hosted: { [name: string]: ZoneEntry } = {}
    const changes: { name: string; record: { text: string; ttl: number } }[] = []
    const flattened: (typeof subjects)[number][] = []
    for (const [at, subject] of subjects.entries()) {
      const record = recordOf(zone[subject.domain])
      if (record === null) continue
      const result = await flattenSpf(original, { domain: subject.domain, record, hostedName: `s${at}.${hostedZone}` })
      expect(result.kind).not.toBe('unproved')
      if (result.kind !== 'proved') continue
      const { records, ttl } = result.flattening
      changes.push(...records.map(({ name, value }) => ({ name, record: { text: value, ttl } })))
      for (const { name, value } of records) hosted[name] = { TXT: [value] }
      published[subject.domain] = { ...zone[subject.domain], TXT: [result.flattening.published] }
      flattened.push(subject)
    }
    expect(flattened.length).toBeGreaterThan(generated / 4)

    const ours = new HostedZone({
      name: hostedZone,
      nameservers: [{ host: host.name, addresses: [] }],
      contact: 'hostmaster@waxseal.email',
      serial: 1,
    })
    ours.apply(changes)
    const log = pino({ level: 'silent' })
    const lab = await startLab([...labZones(published), { name: hostedZone, nameservers: [host.name] }], {
      elsewhere: new Map([[host.name, host.address]]),
    })
    const server = await openNameserver({ zone: ours, addresses: [host.address], port: 53, now: () => new Date(), log })
    try {
      const world = { ...published, ...hosted }
      const flat = zoneResolver(world)
      const queries = flattened.flatMap(queriesOf)
      let compared = 0
      for (const query of queries) {
        const before = await checkHost(original, { ...query, maxLookups: 1000 })
        if (before.voidLookups > 2) continue
        const after = await checkHost(flat, query)
        compared++
        expect([query, after.result === 'pass']).toEqual([query, before.result === 'pass'])
      }
      expect(compared).toBeGreaterThan(generated * 2.5)
      const { differences, results } = await compare(resolver, queries)
      console.log(JSON.stringify({ flattened: flattened.length, evaluations: queries.length, ...results }))
      const unexplained = differences.filter(difference => causeOf(difference, world) === null)
      expect(results['temperror'] ?? 0).toBeLessThan(queries.length / 10)
      expect(results['pass']).toBeGreaterThan(generated * 1.25)
      expect(unexplained.map(({ peer, query, ours: own, theirs }) => ({ peer, query, own, theirs }))).toEqual([])
    } finally {
      await lab.stop()
      await server.close()
    }
  })

  it.skipIf(recordedFolder() === null)(
    'pass for the same addresses as the recorded real records they are made from',
    {
      timeout: 300_000,
    },
    async () => {
      const { zones, hosts, subjects } = recordedSubjects(recordedFolder() ?? '')
      const ours = new HostedZone({
        name: hostedZone,
        nameservers: [{ host: host.name, addresses: [] }],
        contact: 'hostmaster@waxseal.email',
        serial: 1,
      })
      const lab = await startLab([...zones, { name: hostedZone, nameservers: [host.name] }], {
        hosts,
        elsewhere: new Map([[host.name, host.address]]),
      })
      const log = pino({ level: 'silent' })
      const server = await openNameserver({
        zone: ours,
        addresses: [host.address],
        port: 53,
        now: () => new Date(),
        log,
      })
      const resolver = createDnsClient({ servers: [lab.resolver] })
      try {
        const queries: PeerQuery[] = []
        const wanted: boolean[] = []
        for (const [at, { domain, sender, helo, addresses }] of subjects.entries()) {
          const answer = await resolver.query(domain, 'TXT')
          const { records: published } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
          const [record] = published
          const hostedName = `s${at}.${hostedZone}`
          if (record === undefined || published.length > 1) continue
          const result = await flattenSpf(resolver, { domain, record, hostedName })
          // A term that depends on the message may mean another sender at the hosted name itself.
          if (result.kind !== 'proved' || result.flattening.kept.length > 0) continue
          const { records, ttl } = result.flattening
          ours.apply(records.map(({ name, value }) => ({ name, record: { text: value, ttl } })))
          for (const ip of addresses) {
            const before = await checkHost(resolver, { ip, sender, helo, maxLookups: 1000 })
            if (before.voidLookups > 2) continue
            queries.push({ ip, sender: `someone@${hostedName}`, helo })
            wanted.push(before.result === 'pass')
          }
        }
        expect(queries.length).toBeGreaterThan(500)
        expect(wanted.filter(Boolean).length).toBeGreaterThan(100)
        const { differences, results } = await compare('127.0.0.1', queries)
        console.log(JSON.stringify({ evaluations: queries.length, ...results }))
        expect(differences.map(({ peer, query, theirs }) => ({ peer, query, theirs }))).toEqual([])
        // Every evaluator agrees with ours, and ours with the original.
        for (const [at, query] of queries.entries()) {
          const { result } = await checkHost(resolver, query)
          expect([query.sender, query.ip, result === 'pass']).toEqual([query.sender, query.ip, wanted[at]])
        }
      } finally {
        await lab.stop()
        await server.close()
      }
    },
  )
})
