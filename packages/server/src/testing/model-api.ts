import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A question as a fake language model receives it, in one form for all vendors. */
export interface ModelAsked {
  model: string
  instructions: string
  /** In order. A tool's result has the name of the tool. */
  messages: readonly { role: 'user' | 'assistant' | 'tool'; content: string; tool?: string }[]
  /** The names of the tools that it may call now. */
  tools: readonly string[]
  maxTokens: number
}

/** A piece of a reply. A string is text. */
export type ModelPiece =
  | string
  | { reasoning: string }
  /** A string is sent as it is, so that it can be no JSON. */
  | { call: string; input: unknown }
  /**
   * `stall`: nothing follows, and the connection stays open. `cut`: the connection breaks. `stop`: the response ends
   * before its last events. `malformed`: an event that is no JSON.
   */
  | { fault: 'stall' | 'cut' | 'stop' | 'malformed' }
  /** An error within the stream, with the vendor's type for it. */
  | { error: string }

/** What a fake model replies. */
export type ModelReply =
  | { pieces: readonly ModelPiece[]; end?: 'length' | 'filter' }
  /** An error before the stream. */
  | { status: number; headers?: Record<string, string>; code: string; message?: string }
  /** Another response, such as that of a proxy. */
  | { raw: { status: number; headers: Record<string, string>; body: string } }
  /** The headers of the response never come. */
  | 'silent'

/** A fake language model behind the API of its vendor, on the loopback. */
export interface ModelApi {
  baseUrl: string
  key: string
  /** Every question that the API accepted. */
  asked: ModelAsked[]
  /** The headers of every request, also of a refused one. */
  headers: IncomingHttpHeaders[]
  /** The JSON of every request. */
  bodies: unknown[]
  /** Decides the reply from what was asked. It may wait. */
  reply: (asked: ModelAsked) => ModelReply | Promise<ModelReply>
  /** How many responses the other side closed before their end. */
  abandoned: number
  /** Settles when `abandoned` has that number. */
  whenAbandoned(count: number): Promise<void>
  /** Settles when no response is open any more. */
  whenQuiet(): Promise<void>
  close(): Promise<void>
}

/** A request that the vendor's API refuses. */
export class ModelRefused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** What differs between vendors. */
export interface Vendor {
  /** Below the root of the server. */
  basePath: string
  path: string
  key: string
  /** @throws ModelRefused for a request that the vendor refuses */
  read(body: Record<string, unknown>, headers: IncomingHttpHeaders): ModelAsked
  error(failure: { status: number; code: string; message: string }): object
  /** The events of a reply, without its faults. */
  write(asked: ModelAsked, reply: Extract<ModelReply, { pieces: unknown }>): Iterable<string | { fault: string }>
}

/** Serves a vendor's API. Every model answers `ok` until a test says otherwise. */
export async function serveModel(vendor: Vendor): Promise<ModelApi> {
  let changed = Promise.withResolvers<void>()
  const open = new Set<ServerResponse>()
  const api: ModelApi = {
    baseUrl: '',
    key: vendor.key,
    asked: [],
    headers: [],
    bodies: [],
    reply: () => ({ pieces: ['ok'] }),
    abandoned: 0,
    async whenAbandoned(count) {
      while (api.abandoned < count) await changed.promise
    },
    async whenQuiet() {
      while (open.size > 0) await changed.promise
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      if (!response.writableFinished) api.abandoned += 1
      changed.resolve()
      changed = Promise.withResolvers()
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      api.headers.push(request.headers)
      if (request.method !== 'POST' || request.url !== vendor.basePath + vendor.path)
        throw new ModelRefused(404, 'not_found_error', `Unknown request URL: ${request.method} ${request.url}`)
      if (request.headers['content-type'] !== 'application/json')
        throw new ModelRefused(400, 'invalid_request_error', 'The content type must be application/json')
      const body = parsed(Buffer.concat(chunks).toString())
      api.bodies.push(body)
      const asked = vendor.read(body, request.headers)
      api.asked.push(asked)
      send(response, vendor, asked, await api.reply(asked))
    } catch (error) {
      if (!(error instanceof ModelRefused)) throw error
      sendError(response, vendor, error)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${vendor.basePath}`
  return api
}

function send(response: ServerResponse, vendor: Vendor, asked: ModelAsked, reply: ModelReply): void {
  if (reply === 'silent') return
  if ('raw' in reply) return void response.writeHead(reply.raw.status, reply.raw.headers).end(reply.raw.body)
  if ('status' in reply) {
    const { status, headers, code, message = `refused: ${code}` } = reply
    return sendError(response, vendor, { status, code, message }, headers)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const event of vendor.write(asked, reply)) {
    if (typeof event === 'string') response.write(event)
    else if (event.fault === 'stall') return
    else if (event.fault === 'stop') break
    // What was written leaves first.
    else if (event.fault === 'cut') return void response.write('', () => response.socket?.resetAndDestroy())
    else response.write('data: {"no JSON\n\n')
  }
  response.end()
}

function sendError(
  response: ServerResponse,
  vendor: Vendor,
  failure: { status: number; code: string; message: string },
  headers: Record<string, string> = {},
): void {
  response.writeHead(failure.status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(vendor.error(failure)))
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {}
  throw new ModelRefused(400, 'invalid_request_error', 'The body of the request is not a JSON object')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Refuses a request with the vendor's status 400. */
export function refuseIf(condition: boolean, message: string, code = 'invalid_request_error'): void {
  if (condition) throw new ModelRefused(400, code, message)
}

/** Refuses fields that the vendor does not document. */
export function onlyFields(body: Record<string, unknown>, fields: readonly string[], message: string): void {
  for (const field of Object.keys(body)) refuseIf(!fields.includes(field), `${message}: ${field}`)
}

/** Text in pieces of a few characters, as models send it; a long text in some 100 larger ones, so that tests are quick. */
export function inTokens(text: string): string[] {
  const characters = Array.from(text)
  const size = Math.max(7, Math.ceil(characters.length / 100))
  const tokens: string[] = []
  for (let at = 0; at < characters.length; at += size) tokens.push(characters.slice(at, at + size).join(''))
  return tokens.length === 0 ? [''] : tokens
}
