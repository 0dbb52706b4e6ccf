import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { type AuthWorld, openAuthWorld } from '../testing/auth-world.ts'

let world: AuthWorld
let app: FastifyInstance
let pages = ''

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'waxseal-pages-'))
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Waxseal</title>')
  writeFileSync(join(pages, 'assets', 'index-abc.js'), 'export {}')
  world = await openAuthWorld('pglite')
  app = await buildApp(world.deps, { pages })
})
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(pages, { recursive: true })
})

const page = (url: string, headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }) =>
  app.inject({ url, headers })

it('any page address opens the application, revalidated each time', async () => {
  for (const url of ['/', '/domains', '/diagnostics/7b1e', '/terms?x=1']) {
    const answer = await page(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
    expect(answer.body).toContain('<title>Waxseal</title>')
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

it('explains how to build the application if it is missing', async () => {
  const bare = await buildApp(world.deps, { pages: join(pages, 'nowhere') })
  const answer = await bare.inject({ url: '/', headers: { accept: 'text/html' } })
  await bare.close()
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
})
