import { normalName } from '@waxseal/core/dns'
import { z } from 'zod'
import { PublishFailed, type ZonePublisher } from '../../ports.ts'
import { type ApiReply, apiClient } from './api-client.ts'
import { apexOf, hostedName, type TxtRecord, textOfContent, valueOf, wantedRecords } from './txt-record.ts'

interface Options {
  baseUrl?: string
  /** An API token with the permission to edit DNS of the zone. */
  token: string
  /** The identifier that the dashboard shows for the zone. */
  zoneId: string
  /** The apex of the hosted zone. */
  zone: string
  timeoutMs?: number
}

/** Cloudflare's limits of a TTL, in seconds; 1 would mean "automatic". */
const ttlMin = 60
const ttlMax = 86_400
const perPage = 100
/** A name with more TXT records than these ten pages hold needs a person. */
const pagesMax = 10
/** Someone else may change the records of a name between our list and our change: we list them again, this often. */
const attemptsMax = 3
/** An identifier becomes a part of a path: `..` there would name the zone itself. */
const identifier = /^[\w-]{1,64}$/
/** "Record does not exist", "The record already exists", "An identical record already exists". */
const staleCodes: ReadonlySet<number> = new Set([81_044, 81_057, 81_058])

const listReply = z.object({
  success: z.literal(true),
  result: z.array(
    z.object({
      id: z.string().regex(identifier),
      type: z.string(),
      name: z.string(),
      content: z.string(),
      ttl: z.number(),
    }),
  ),
  result_info: z.object({ total_pages: z.number() }),
})
const refusal = z.object({ errors: z.array(z.object({ code: z.number(), message: z.string() })) })

type Listed = z.infer<typeof listReply>['result'][number]

/**
 * Publishes through the Cloudflare API, version 4. There each record is changed by itself, and two SPF records at a name
 * are an error for receivers, so surplus records go first: a name never has more records than before, and none only when
 * it had none. A TTL outside Cloudflare's limits becomes the nearest that is allowed. Requests go one after the other;
 * Cloudflare allows 1,200 in five minutes, and a changed name needs two.
 *
 * @throws RangeError for a URL, token, zone id or zone that cannot be used
 */
export function cloudflarePublisher({
  baseUrl = 'https://api.cloudflare.com/client/v4',
  token,
  zoneId,
  zone,
  timeoutMs = 10_000,
}: Options): ZonePublisher {
  const api = apiClient({
    name: 'Cloudflare',
    baseUrl,
    secret: token,
    credential: ['authorization', `Bearer ${token}`],
    timeoutMs,
  })
  const apex = apexOf(zone)
  if (!identifier.test(zoneId)) throw new RangeError('The zone id of Cloudflare has only letters and digits')
  const path = `/zones/${zoneId}/dns_records`

  async function recordsOf(name: string, signal?: AbortSignal): Promise<Listed[]> {
    const records: Listed[] = []
    for (let page = 1; page <= pagesMax; page++) {
      const query = new URLSearchParams({
        type: 'TXT',
        'name.exact': name,
        order: 'content',
        page: String(page),
        per_page: String(perPage),
      })
      const reply = await api.call({ method: 'GET', path: `${path}?${query.toString()}`, signal })
      const { data } = listReply.safeParse(reply.content)
      if (!reply.ok || data === undefined) throw api.failure(reply, reasonOf(reply))
      // A server that does not know a filter ignores it, and other records are never changed.
      records.push(...data.result.filter(record => record.type === 'TXT' && normalName(record.name) === name))
      if (page >= data.result_info.total_pages) return records
    }
    throw new PublishFailed(`Cloudflare lists more than ${perPage * pagesMax} records of ${name}`, { temporary: false })
  }

  /** One attempt. False: the records were not as listed, and have to be listed again. */
  async function converge(name: string, wanted: TxtRecord | null, signal?: AbortSignal): Promise<boolean> {
    const records = await recordsOf(name, signal)
    const ttl = wanted === null ? 0 : Math.min(Math.max(wanted.ttl, ttlMin), ttlMax)
    const right = records.find(record => wanted !== null && record.ttl === ttl && textOf(record) === wanted.text)
    const kept = wanted === null ? undefined : (right ?? records[0])
    for (const { id } of records.filter(record => record !== kept)) {
      const reply = await api.call({ method: 'DELETE', path: `${path}/${id}`, signal })
      if (isStale(reply)) return false
      if (!succeeded(reply)) throw api.failure(reply, reasonOf(reply))
    }
    if (wanted === null || right !== undefined) return true
    const content = { type: 'TXT', name, content: wanted.content, ttl }
    const reply = await (kept === undefined
      ? api.call({ method: 'POST', path, content, signal })
      : api.call({ method: 'PATCH', path: `${path}/${kept.id}`, content, signal }))
    if (isStale(reply)) return false
    if (!succeeded(reply)) throw api.failure(reply, reasonOf(reply))
    return true
  }

  return {
    kind: 'cloudflare',
    async publish(changes, signal) {
      for (const [name, wanted] of wantedRecords(changes, apex)) {
        for (let attempt = 1; !(await converge(name, wanted, signal)); attempt++) {
          if (attempt < attemptsMax) continue
          throw new PublishFailed(`The records of ${name} at Cloudflare change meanwhile`, { temporary: true })
        }
      }
    },
    async published(names, signal) {
      const values = new Map<string, string>()
      for (const name of names) {
        const value = valueOf((await recordsOf(hostedName(name, apex), signal)).map(textOf))
        if (value !== undefined) values.set(name, value)
      }
      return values
    },
  }
}

/** Records from before 2025 may be without quotes; their content is the text. */
function textOf({ content }: Listed): string {
  return textOfContent(content) ?? content
}

/** Replies to DELETE are documented without the field `success`. */
function succeeded({ ok, content }: ApiReply): boolean {
  return (
    ok &&
    z.object({ success: z.literal(true).optional(), result: z.object({ id: z.string() }) }).safeParse(content).success
  )
}

/** The records are not as listed: one is gone, or the wanted one is there already. */
function isStale(reply: ApiReply): boolean {
  return reply.status === 404 || errorsOf(reply).some(({ code }) => staleCodes.has(code))
}

function errorsOf({ content }: ApiReply): readonly { code: number; message: string }[] {
  return refusal.safeParse(content).data?.errors ?? []
}

function reasonOf(reply: ApiReply): string {
  const errors = errorsOf(reply).map(({ code, message }) => `${message} (${code})`)
  return errors.length > 0 ? errors.join(', ') : reply.ok ? 'not the form that its API documents' : 'no reason given'
}
