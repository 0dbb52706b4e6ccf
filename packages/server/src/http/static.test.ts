import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { visitorLink } from '../db/schema/index.ts'
import { type AuthWorld, openAuthWorld } from '../testing/auth-world.ts'
import { theStore } from '../testing/store.ts'

let world: AuthWorld
let app: FastifyInstance
let pages = ''

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'waxseal-pages-'))
  mkdirSync(join(pages, 'assets'))
  compressed('index.html', html)
  compressed('assets/index-abc.js', script)
  writeFileSync(join(pages, 'assets', 'plex-abc.woff2'), 'a font')
  mkdirSync(join(pages, '.vite'))
  writeFileSync(join(pages, '.vite', 'manifest.json'), '{}')
  world = await openAuthWorld(theStore())
  app = await buildApp(world.deps, { pages })
})
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(pages, { recursive: true })
})

const html = '<!doctype html><title>Waxseal</title>'.padEnd(600)
const script = 'export {}\n'.repeat(100)

/** As the build leaves a text file. */
function compressed(path: string, text: string): void {
  writeFileSync(join(pages, path), text)
  writeFileSync(join(pages, `${path}.br`), brotliCompressSync(text))
  writeFileSync(join(pages, `${path}.gz`), gzipSync(text))
}

const page = (url: string, headers: Record<string, string> = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }) =>
  app.inject({ url, headers })

const asset = (headers: Record<string, string>, url = '/assets/index-abc.js', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url, method, headers })

it('any page address opens the application, revalidated each time', async () => {
  for (const url of ['/', '/domains', '/diagnostics/7b1e', '/terms?x=1']) {
    const answer = await page(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
    expect(answer.body).toContain('<title>Waxseal</title>')
  }
})

it('the notes of the build are not served', async () => {
  expect((await asset({ accept: '*/*' }, '/.vite/manifest.json')).statusCode).toBe(404)
})

it('the page of a share link is found by no search engine, kept by no cache, and named to no other site', async () => {
  const { statusCode, headers, body } = await page('/shared/3q2-7w')
  expect([statusCode, body]).toEqual([200, html])
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  })
  expect((await page('/domains')).headers).not.toHaveProperty('x-robots-tag')
})

it('the page of a link to a visitor’s check answers 410 once it has ended, and is as private', async () => {
  const { db } = world.deps.store
  const expiresAt = new Date(world.deps.now().getTime() + 1_000)
  const tokenHash = createHash('sha256').update('A'.repeat(22)).digest('hex')
  await db.insert(visitorLink).values({ tokenHash, createdAt: expiresAt, expiresAt, version: 4, body: Buffer.of() })
  for (const [token, status] of [
    ['A'.repeat(22), 200],
    ['B'.repeat(22), 410],
    ['none', 404],
  ] as const) {
    const { statusCode, headers, body } = await page(`/check/${token}`)
    expect([token, statusCode, body]).toEqual([token, status, html])
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' })
  }
})

it('files named by their hash are cached forever; a missing one is 404, not a page', async () => {
  const asset = await page('/assets/index-abc.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await page('/assets/index-old.js')).statusCode).toBe(404)
  expect((await page('/assets/')).statusCode).toBe(404)
  expect((await page('/favicon.ico', { accept: 'image/*' })).statusCode).toBe(404)
  expect((await page('/..%2f..%2fetc%2fpasswd', { accept: '*/*' })).statusCode).toBe(404)
})

describe('a text file is sent as the build compressed it', () => {
  it('with Brotli to a browser, cached forever and apart from other encodings', async () => {
    const answer = await asset({ 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(answer.headers).not.toHaveProperty('content-security-policy')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
  })

  it('with gzip where that is preferred, and plain where neither is accepted', async () => {
    const gz = await asset({ 'accept-encoding': 'br;q=0.5, gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.rawPayload).toString()).toBe(script)
    for (const accepted of ['identity', 'br;q=0, gzip;q=0', 'deflate']) {
      const plain = await asset({ 'accept-encoding': accepted })
      expect([plain.headers['content-encoding'], plain.headers['vary'], plain.body]).toEqual([
        undefined,
        'accept-encoding',
        script,
      ])
    }
  })

  it('a page of the application too', async () => {
    const answer = await page('/domains', { accept: 'text/html', 'accept-encoding': 'br' })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(html)
  })

  it('under a tag of its own: what a browser holds is not sent again', async () => {
    const tags = new Map<string, string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await asset({ 'accept-encoding': encoding })
      tags.set(encoding, String(headers.etag))
    }
    expect(new Set(tags.values()).size).toBe(3)
    const br = String(tags.get('br'))
    expect((await asset({ 'accept-encoding': 'br', 'if-none-match': br })).statusCode).toBe(304)
    expect((await asset({ 'accept-encoding': 'gzip', 'if-none-match': br })).statusCode).toBe(200)
  })

  it('without a body to HEAD, and in parts', async () => {
    const head = await asset({ 'accept-encoding': 'br' }, undefined, 'HEAD')
    expect([head.headers['content-encoding'], head.body]).toEqual(['br', ''])
    const whole = await asset({ 'accept-encoding': 'br' })
    const part = await asset({ 'accept-encoding': 'br', range: 'bytes=4-9' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 4-9/${whole.rawPayload.length}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(4, 10))
  })

  it('a font is compressed itself, and sent as it is', async () => {
    const font = await asset({ 'accept-encoding': 'br' }, '/assets/plex-abc.woff2')
    expect([font.headers['content-encoding'], font.headers['content-type'], font.body]).toEqual([
      undefined,
      'font/woff2',
      'a font',
    ])
  })
})

it('explains how to build the application if it is missing', async () => {
  const bare = await buildApp(world.deps, { pages: join(pages, 'nowhere') })
  const answer = await bare.inject({ url: '/', headers: { accept: 'text/html' } })
  await bare.close()
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
})
