import { randomUUID } from 'node:crypto'
import { flattening } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import { type Env, readEnv } from '../env.ts'
import { cloudflareZone } from './cloudflare.ts'

/** A hosted SPF record of no domain, for tests of the records below it. Returns its id. */
export async function aFlattening({ db }: Pick<Store, 'db'>): Promise<string> {
  const at = new Date('2026-11-20T09:00:00Z')
  const [row] = await db
    .insert(flattening)
    .values({
      originalDomain: 'example.org',
      originalRecord: 'v=spf1 include:_spf.example.net -all',
      label: randomUUID(),
      view: {
        records: [],
        published: '',
        publishedWithEnding: '',
        includes: [],
        proof: { ipv4: 0, ipv6: 0, lookupsBefore: 0, lookupsAfter: 0, kept: [], empty: [], changes: [], more: 0 },
      },
      memory: {
        accepted: { addresses: [], kept: [] },
        sources: [],
        asked: null,
        version: 2,
        passing: [],
        kept: [],
        hosts: { answering: [], silent: [] },
        withheld: [],
        removed: [],
      },
      ttl: 300,
      createdAt: at,
      changedAt: at,
      nextCheckAt: at,
    })
    .returning({ id: flattening.id })
  if (row === undefined) throw new Error('no row')
  return row.id
}

/** The settings of the zone of the fake Cloudflare. */
export function cloudflareEnv(): Env {
  const { name, id, token } = cloudflareZone
  const cloudflare = { ZONE_PUBLISHER: 'cloudflare', CLOUDFLARE_ZONE_ID: id, CLOUDFLARE_API_TOKEN: token }
  return readEnv({ HOSTED_ZONE: name, ...cloudflare })
}

/** The settings of a zone that our own name server answers for, at a port of the loopback; 0: any. */
export function nameserverEnv(port: number): Env {
  const env = readEnv({ HOSTED_ZONE: 'waxseal.email', NAMESERVER_HOSTS: 'ns1.waxseal.email=192.0.2.1' })
  const zone = env.hostedZone
  if (zone?.publisher.kind !== 'embedded') throw new Error('another publisher')
  return { ...env, hostedZone: { ...zone, publisher: { ...zone.publisher, addresses: ['127.0.0.1'], port } } }
}
