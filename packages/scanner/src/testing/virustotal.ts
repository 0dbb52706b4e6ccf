/** VirusTotal's API version 3 for tests, as its reference documents it: domains, addresses, keys, quotas, errors. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import { testAuthority } from '../https/testing/certificates.ts'
import type { VirusTotalObject } from './virustotal-schema.ts'

export { addressObject, domainObject } from './virustotal-schema.ts'

export interface FakeVirusTotal {
  /** The paths of all requests so far, `401 /api/v3/…` with the status that answered them. */
  readonly requests: readonly string[]
  /** The certificate authority of the server, as PEM. */
  ca: string
  /** Leads every connection to the server. */
  dial: Dial
  /** Knows the name of VirusTotal. */
  resolver: Resolver
  /** What the next requests get, in order, instead of the object. */
  next(...errors: readonly Instead[]): void
  /** Answers wait until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

/** Another answer than the object. `error`: by VirusTotal's code; else raw. */
export type Instead =
  | { error: keyof typeof statuses }
  | { status: number; contentType?: string; body: string; headers?: Readonly<Record<string, string>> }

/** https://docs.virustotal.com/reference/errors */
const statuses = {
  BadRequestError: 400,
  AuthenticationRequiredError: 401,
  WrongCredentialsError: 401,
  UserNotActiveError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  QuotaExceededError: 429,
  TooManyRequestsError: 429,
  TransientError: 503,
} as const

export interface FakeVirusTotalOptions {
  /** The only accepted key. */
  key: string
  /** The known objects. */
  objects: readonly VirusTotalObject[]
}

/** Starts it on the loopback, over TLS. */
export async function startVirusTotal({ key, objects }: FakeVirusTotalOptions): Promise<FakeVirusTotal> {
  const authority = testAuthority()
  const issued = authority.issue(['www.virustotal.com'])
  const known = new Map(objects.map(object => [`/api/v3/${paths[object.type]}/${object.id}`, object]))
  const requests: string[] = []
  const instead: Instead[] = []
  let open = Promise.resolve()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '')
    response.once('finish', () => requests.push(`${response.statusCode} ${path}`))
    await open
    const given = request.headers['x-apikey']
    const other = instead.shift()
    const object = known.get(path)
    if (other !== undefined) sendInstead(response, other)
    else if (given === undefined) sendError(response, 'AuthenticationRequiredError')
    else if (given !== key) sendError(response, 'WrongCredentialsError')
    else if (object === undefined) sendError(response, 'NotFoundError')
    else send(response, 200, { data: object })
  }

  const server = createServer({ cert: issued.cert, key: issued.key }, (request, response) => {
    void answer(request, response)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    requests,
    ca: authority.ca,
    dial: () => ({ address: '127.0.0.1', port }),
    resolver: zoneResolver({ 'www.virustotal.com': { A: ['74.125.34.46'] } }),
    next: (...errors) => void instead.push(...errors),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      open = promise
      return resolve
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const paths = { domain: 'domains', ip_address: 'ip_addresses' } as const

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function sendError(response: ServerResponse, code: keyof typeof statuses): void {
  send(response, statuses[code], { error: { code, message: `${code} as documented` } })
}

function sendInstead(response: ServerResponse, other: Instead): void {
  if ('error' in other) sendError(response, other.error)
  else {
    const { status, contentType = 'application/json', body, headers } = other
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)
  }
}
