import { normalName } from '@waxseal/core/dns'
import { z } from 'zod'
import type { ZonePublisher } from '../../ports.ts'
import { apiClient } from './api-client.ts'
import { apexOf, hostedName, type TxtRecord, textOfContent, valueOf, wantedRecords } from './txt-record.ts'

interface Options {
  /** Where its web server listens: `http://10.0.0.5:8081`. The path of the API is added. */
  url: string
  apiKey: string
  /** The apex of the hosted zone, which must exist there. */
  zone: string
  timeoutMs?: number
}

/** The changes of one request. The web server of PowerDNS accepts 2 MB by default. */
const batchBytes = 512 * 1024

const zoneReply = z.object({
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      ttl: z.number(),
      records: z.array(z.object({ content: z.string(), disabled: z.boolean().default(false) })),
    }),
  ),
})
const errorReply = z.object({ error: z.string() })

/** A TXT record that is not disabled. */
type Published = Pick<TxtRecord, 'text' | 'ttl'>

/**
 * Publishes through the HTTP API of the PowerDNS Authoritative Server. It reads each name first and sends what differs,
 * because PowerDNS raises the serial of the zone for a change that changes nothing.
 *
 * @throws RangeError for a URL, key or zone that cannot be used
 */
export function powerDnsPublisher({ url, apiKey, zone, timeoutMs = 10_000 }: Options): ZonePublisher {
  const api = apiClient({
    name: 'PowerDNS',
    baseUrl: url,
    secret: apiKey,
    credential: ['x-api-key', apiKey],
    timeoutMs,
  })
  const apex = apexOf(zone)
  const path = `/api/v1/servers/localhost/zones/${encodeURIComponent(apex)}.`

  async function publishedAt(name: string, signal?: AbortSignal): Promise<Published[]> {
    const query = new URLSearchParams({ rrset_name: `${name}.`, rrset_type: 'TXT' }).toString()
    const reply = await api.call({ method: 'GET', path: `${path}?${query}`, signal })
    if (!reply.ok) throw api.failure(reply, reasonOf(reply.content))
    const { data } = zoneReply.safeParse(reply.content)
    if (data === undefined) throw api.failure(reply, 'not a zone')
    // A server that does not know the two parameters returns the whole zone.
    const rrset = data.rrsets.find(each => each.type === 'TXT' && normalName(each.name) === name)
    const records = rrset?.records.filter(record => !record.disabled) ?? []
    return records.map(({ content }) => ({ text: textOfContent(content) ?? content, ttl: rrset?.ttl ?? 0 }))
  }

  return {
    kind: 'powerdns',
    async publish(changes, signal) {
      const differing: object[] = []
      for (const [name, wanted] of wantedRecords(changes, apex)) {
        if (!isSame(await publishedAt(name, signal), wanted)) differing.push(changeOf(name, wanted))
      }
      for (const rrsets of batches(differing)) {
        const reply = await api.call({ method: 'PATCH', path, content: { rrsets }, signal })
        if (!reply.ok) throw api.failure(reply, reasonOf(reply.content))
      }
    },
    async published(names, signal) {
      const values = new Map<string, string>()
      for (const name of names) {
        const records = await publishedAt(hostedName(name, apex), signal)
        const value = valueOf(records.map(({ text }) => text))
        if (value !== undefined) values.set(name, value)
      }
      return values
    },
  }
}

function isSame([record, ...others]: readonly Published[], wanted: TxtRecord | null): boolean {
  if (others.length > 0) return false
  return record?.text === wanted?.text && record?.ttl === wanted?.ttl
}

function changeOf(name: string, wanted: TxtRecord | null): object {
  const rrset = { name: `${name}.`, type: 'TXT' }
  if (wanted === null) return { ...rrset, changetype: 'DELETE' }
  const records = [{ content: wanted.content, disabled: false }]
  return { ...rrset, changetype: 'REPLACE', ttl: wanted.ttl, records }
}

function* batches(rrsets: readonly object[]): Generator<object[]> {
  let batch: object[] = []
  let bytes = 0
  for (const rrset of rrsets) {
    const more = JSON.stringify(rrset).length
    if (batch.length > 0 && bytes + more > batchBytes) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(rrset)
    bytes += more
  }
  if (batch.length > 0) yield batch
}

function reasonOf(content: unknown): string {
  return errorReply.safeParse(content).data?.error ?? 'no reason given'
}
