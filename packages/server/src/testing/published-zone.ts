import { textOfContent } from '../adapters/zone/txt-record.ts'
import type { Database, Store } from '../db/store.ts'
import { unpublished } from '../hosted-zone/published.ts'
import { changesAfter, setHostedRecords } from '../hosted-zone/records.ts'
import { type CloudflareApi, cloudflareZone } from './cloudflare.ts'

const zone = cloudflareZone.name

/** Gives each flattening a record of three parts; the parts of the version before are old from then on. */
export function decideRecords(store: Store, ids: readonly string[], version: string, now: Date): Promise<void> {
  return store.transaction(async tx => {
    for (const [n, flatteningId] of ids.entries()) {
      const names = [`n${n}.${zone}`, `${version}1.n${n}.${zone}`, `${version}2.n${n}.${zone}`]
      const records = names.map((name, at) => ({
        name,
        value: at === 2 ? 'v=spf1 -all' : `v=spf1 include:${names[at + 1]} -all`,
      }))
      await setHostedRecords(tx, { flatteningId, records, ttl: 300, now })
    }
  })
}

/** What the provider has, by name. */
export function recordsAt(api: CloudflareApi): Record<string, string | null> {
  return Object.fromEntries(api.records.map(({ name, content }) => [name, textOfContent(content)]))
}

/** Names that a record at the provider includes although they are not there: mail would be lost. */
export function missingAt(api: CloudflareApi): string[] {
  const there = recordsAt(api)
  return Object.values(there).flatMap(text => {
    const name = /include:(\S+)/.exec(text ?? '')?.[1]
    return name !== undefined && there[name] === undefined ? [name] : []
  })
}

/** What the provider should have, and how many changes it lacks. */
export async function recordsIn(db: Database): Promise<{ wanted: Record<string, string>; left: number }> {
  const rows = await changesAfter(db, 0, 1_000)
  const wanted = rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]))
  return { wanted: Object.fromEntries(wanted), left: (await unpublished(db, [], 100)).length }
}
