import type { InjectOptions } from 'fastify'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32), so that what a test found it finds again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Request = InjectOptions & { url: string }

/** A list within lists, as deep as a body of this size can have. */
const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

const texts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(300),
  'x'.repeat(5_000),
  '../../etc/passwd',
  "' or 1=1 --",
  '${7*7}',
  '<script>alert(1)</script>',
  '-1',
  '1e309',
  '2026-13-45T99:99:99Z',
  'example.com',
  'null',
  '__proto__',
]

const values: readonly unknown[] = [
  ...texts,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  [],
  {},
  ['a', 1, null],
  { length: { toString: 1 } },
  { length: 3, 0: 'a' },
  { toString: 1, valueOf: null },
  { constructor: { prototype: {} } },
  deep(2_000),
  Array.from({ length: 2_000 }, () => 'example.com'),
]

const pathParts = [
  '%ff',
  '%',
  '%zz',
  '%00',
  '%2e%2e%2f',
  '%252e',
  '%F0%9F%98%80',
  'a'.repeat(101),
  'a'.repeat(9_000),
  '?',
  ';a=b',
  '//',
  'null',
]

const headers: readonly Record<string, string>[] = [
  { range: 'bytes=9999999-' },
  { range: 'bytes=-' },
  { accept: 'text/event-stream' },
  { accept: '*/*;q=x' },
  { 'accept-encoding': 'br;q=0, gzip;q=7' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': '' },
  { 'content-length': '7' },
  { 'waxseal-workspace': "' or 1=1" },
  { 'waxseal-workspace': 'x'.repeat(3_000) },
  { authorization: `Bearer ${'x'.repeat(3_000)}` },
  { authorization: 'Bearer a.b.c' },
  { 'if-none-match': '*' },
  { expect: 'the unexpected' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'null' },
  { cookie: '__proto__=1; a=%ff' },
]

/** A request with one thing wrong, made from one that is right. */
export function fuzzed(request: Request, random: () => number): Request {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const changes: readonly (() => Request)[] = [
    () => ({ ...request, url: partReplaced(request.url, one(pathParts), random) }),
    () => ({ ...request, url: `${request.url}${one(pathParts)}` }),
    () => ({ ...request, url: withQuery(request.url, one(queryNames(request.url)), one(texts)) }),
    () => ({ ...request, headers: { ...request.headers, ...one(headers) } }),
    () => withBody(request, fieldReplaced(request.payload, one(values), random)),
    () => withBody(request, fieldReplaced(request.payload, one(values), random)),
    () => withBody(request, one(values)),
    () => withText(request, one(['{', '', 'null', '"a"', '{"a":1}{', '['.repeat(50_000), '\ufeff{}'])),
    () => ({ ...request, method: one(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) }),
  ]
  return one(changes)()
}

function partReplaced(url: string, by: string, random: () => number): string {
  const [path = '', query] = url.split('?')
  const parts = path.split('/')
  const at = 2 + Math.floor(random() * (parts.length - 2))
  const changed = parts.map((part, index) => (index === at ? by : part)).join('/')
  return query === undefined ? changed : `${changed}?${query}`
}

/** Names that some call reads, and those of this address. */
function queryNames(url: string): string[] {
  const own = [...new URLSearchParams(url.split('?')[1] ?? '').keys()]
  return [...own, 'limit', 'offset', 'q', 'domain_id', 'before', 'token', 'a[b]', '__proto__']
}

function withQuery(url: string, name: string, value: string): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  query.set(name, value.toWellFormed())
  return `${url.split('?')[0] ?? ''}?${query.toString()}`
}

/** The same body with one field replaced, at the top or one level below. */
function fieldReplaced(body: unknown, value: unknown, random: () => number): unknown {
  if (typeof body !== 'object' || body === null) return { value }
  const names = Object.keys(body)
  const name = names[Math.floor(random() * names.length)] ?? 'value'
  const inner: unknown = Reflect.get(body, name)
  const isNested = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && random() < 0.5
  return { ...body, [name]: isNested ? fieldReplaced(inner, value, random) : value }
}

const withBody = (request: Request, body: unknown): Request => withText(request, JSON.stringify(body))

function withText(request: Request, payload: string): Request {
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
  const method = hasBody ? request.method : 'POST'
  return {
    ...request,
    ...(method !== undefined && { method }),
    payload,
    headers: { 'content-type': 'application/json', ...request.headers },
  }
}
