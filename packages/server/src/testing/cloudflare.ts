import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A record as the API shows it. */
export interface CloudflareRecord {
  id: string
  type: string
  name: string
  content: string
  ttl: number
}

/** How one request goes wrong. `hang`: no answer until the server closes. */
export type CloudflareFault = 'hang' | { status: number; headers?: Record<string, string>; body: string }

/**
 * The DNS records of one zone behind Cloudflare's API v4 on the loopback. It keeps to the published API
 * (developers.cloudflare.com/api/resources/dns/subresources/records) and refuses every request that does not.
 */
export interface CloudflareApi {
  baseUrl: string
  records: CloudflareRecord[]
  /** Method and path with query of each request. */
  requests: string[]
  /** Called before each request is looked at: it may change records, or return a fault. */
  before: ((request: string) => CloudflareFault | undefined) | undefined
  /** More than this on a page are not sent, whatever is asked for. */
  perPageMax: number
  close(): Promise<void>
}

export const cloudflareZone = {
  id: '023e105f4ecef8ad9ca31a8372d0c353',
  name: 'waxseal.email',
  token: 'token-of-the-tests-_A1',
}

class Refused extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const queryFields = new Set(['type', 'name.exact', 'match', 'order', 'direction', 'page', 'per_page'])
/** The content of a TXT record: quoted strings of at most 255 bytes each. */
const txtContent = /^"(?:[^"\\]|\\\d{3}|\\\D){0,255}"(?: "(?:[^"\\]|\\\d{3}|\\\D){0,255}")*$/

export async function openCloudflareApi(): Promise<CloudflareApi> {
  let made = 0
  const server = createServer((request, response) => void serve(request, response))
  const api: CloudflareApi = {
    baseUrl: '',
    records: [],
    requests: [],
    before: undefined,
    perPageMax: 1000,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const line = `${request.method} ${request.url}`
    api.requests.push(line)
    const fault = api.before?.(line)
    if (fault === 'hang') return
    if (fault !== undefined) return void response.writeHead(fault.status, fault.headers).end(fault.body)
    try {
      send(response, 200, answer(request, Buffer.concat(chunks).toString()))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const errors = [{ code: error.code, message: error.message }]
      send(response, error.status, { success: false, errors, messages: [], result: null })
    }
  }

  function answer({ method = '', url = '', headers }: IncomingMessage, body: string): object {
    if (headers.authorization === undefined) throw new Refused(400, 6003, 'Invalid request headers')
    if (headers.authorization !== `Bearer ${cloudflareZone.token}`)
      throw new Refused(403, 10_000, 'Authentication error')
    const { pathname, searchParams } = new URL(url, 'http://api.test')
    const [, prefix, zones, zoneId, resource, id, ...more] = pathname.split('/')
    const isKnown = prefix === 'v4' && zones === 'zones' && zoneId === cloudflareZone.id && resource === 'dns_records'
    if (!isKnown || more.length > 0) {
      throw new Refused(404, 7003, `Could not route to ${pathname}, perhaps your object identifier is invalid?`)
    }
    if (method === 'GET' && id === undefined) {
      if (body !== '') throw new Refused(400, 9999, 'GET has no body')
      return list(searchParams)
    }
    if (searchParams.size > 0) throw new Refused(400, 9999, 'No query is documented here')
    if (method === 'POST' && id === undefined) return result(create(fields(headers, body)))
    const record = api.records.find(each => each.id === id)
    if (record === undefined) throw new Refused(404, 81_044, 'Record does not exist.')
    if (method === 'PATCH') return result(edit(record, fields(headers, body)))
    if (method !== 'DELETE' || body !== '')
      throw new Refused(405, 10_405, 'Method not allowed for this authentication scheme')
    api.records = api.records.filter(each => each !== record)
    // Documented without the other fields of the envelope.
    return { result: { id: record.id } }
  }

  function list(query: URLSearchParams): object {
    for (const field of query.keys())
      if (!queryFields.has(field)) throw new Refused(400, 9999, `Unknown filter ${field}`)
    const number = (field: string, otherwise: number): number => {
      const value = Number(query.get(field) ?? otherwise)
      if (!Number.isInteger(value) || value < 1) throw new Refused(400, 9999, `Invalid ${field}`)
      return value
    }
    const order = query.get('order') ?? 'type'
    if (!isOrder(order)) throw new Refused(400, 9999, 'Invalid order')
    const type = query.get('type')
    const name = query.get('name.exact')?.toLowerCase()
    const all = api.records
      .filter(each => (type === null || each.type === type) && (name === undefined || each.name === name))
      .toSorted((one, other) => String(one[order]).localeCompare(String(other[order])))
    const page = number('page', 1)
    const perPage = Math.min(number('per_page', 100), api.perPageMax)
    const shown = all.slice((page - 1) * perPage, page * perPage)
    const pages = Math.ceil(all.length / perPage)
    const info = { page, per_page: perPage, count: shown.length, total_count: all.length, total_pages: pages }
    return { success: true, errors: [], messages: [], result: shown.map(show), result_info: info }
  }

  function create({ type, name, content, ttl }: Partial<CloudflareRecord>): CloudflareRecord {
    if (type === undefined || name === undefined || content === undefined || ttl === undefined) {
      throw new Refused(400, 9005, 'type, name, content and ttl are required')
    }
    const record = { id: String(++made).padStart(32, '0'), type, name: fullName(name), content, ttl }
    checkConflicts(record)
    api.records.push(record)
    return record
  }

  function edit(record: CloudflareRecord, changed: Partial<CloudflareRecord>): CloudflareRecord {
    const edited = { ...record, ...changed, name: fullName(changed.name ?? record.name) }
    checkConflicts(edited)
    return Object.assign(record, edited)
  }

  function checkConflicts({ id, type, name, content }: CloudflareRecord): void {
    const others = api.records.filter(each => each.id !== id && each.name === name)
    if (others.some(each => each.type === 'CNAME')) {
      throw new Refused(400, 81_054, 'A CNAME record with that host already exists.')
    }
    if (others.some(each => each.type === type && each.content === content)) {
      throw new Refused(400, 81_058, 'An identical record already exists.')
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`
  return api
}

/** The fields of a TXT record in a body; anything else is refused. */
function fields(headers: IncomingMessage['headers'], body: string): Partial<CloudflareRecord> {
  if (headers['content-type'] !== 'application/json')
    throw new Refused(400, 6003, 'Content-Type must be application/json')
  const given = JSON.parse(body) as Record<string, unknown>
  for (const [field, value] of Object.entries(given)) {
    if (field === 'type' && value !== 'TXT') throw new Refused(400, 9999, 'This server has TXT records')
    if (field === 'content' && !(typeof value === 'string' && txtContent.test(value))) {
      throw new Refused(400, 9005, 'Content for TXT record is invalid.')
    }
    if (
      field === 'ttl' &&
      !(Number.isInteger(value) && (value === 1 || (Number(value) >= 60 && Number(value) <= 86_400)))
    ) {
      throw new Refused(400, 9021, 'Invalid TTL. Must be between 60 and 86400 seconds, or 1 for Automatic.')
    }
    if (field === 'name' && typeof value !== 'string') throw new Refused(400, 9000, 'DNS name is invalid.')
    if (!['type', 'name', 'content', 'ttl'].includes(field)) throw new Refused(400, 9999, `Unknown field ${field}`)
  }
  return given
}

/** A name outside the zone is taken as one relative to it. */
function fullName(name: string): string {
  if (name === '@') return cloudflareZone.name
  const isInside = name === cloudflareZone.name || name.endsWith(`.${cloudflareZone.name}`)
  return (isInside ? name : `${name}.${cloudflareZone.name}`).toLowerCase()
}

function isOrder(order: string): order is 'type' | 'name' | 'content' | 'ttl' {
  return ['type', 'name', 'content', 'ttl'].includes(order)
}

function result(record: CloudflareRecord): object {
  return { success: true, errors: [], messages: [], result: show(record) }
}

/** With the other fields that the API shows. */
function show(record: CloudflareRecord): object {
  const at = '2026-11-01T00:00:00.000000Z'
  return {
    ...record,
    comment: null,
    created_on: at,
    meta: {},
    modified_on: at,
    proxiable: false,
    proxied: false,
    settings: {},
    tags: [],
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
