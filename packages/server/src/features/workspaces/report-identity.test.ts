import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HeaderReport } from '../../ports.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { aHeaderAnalysis } from '../../testing/header-analysis.ts'
import { aJpeg, aPng } from '../../testing/images.ts'
import { theStore } from '../../testing/store.ts'
import { setTier } from './store.ts'

let server: TestApp
let user: TestUser
const printed: HeaderReport[] = []
beforeAll(async () => {
  server = await openTestApp(theStore(), {
    analyzeMessage: async () => ({ analysis: aHeaderAnalysis({ subject: 'Hello' }), signatures: null }),
    renderHeaderReport: async report => {
      printed.push(report)
      return Buffer.from('%PDF-1.7')
    },
  })
})
beforeEach(async () => {
  user = await server.aUser({ tier: 'business' })
})
afterAll(() => server.close())

const path = '/workspace/report-identity'
const png = aPng({ width: 48, height: 32 }).toString('base64')
const set = (body: object) => user.put(path, body)

it('a workspace has none at first', async () => {
  expect(await user.get(path)).toMatchObject({ status: 200, body: { name: '', logo: null, allowed: true } })
})

it('a name and a logo are stored, and the logo is part of the reply', async () => {
  const { status, body } = await set({ name: '  Kite & Sons ', logo: png })
  expect(status).toBe(200)
  expect(body).toEqual({
    name: 'Kite & Sons',
    logo: { width: 48, height: 32, url: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/) },
    allowed: true,
  })
  expect((await user.get(path)).body).toEqual(body)
})

it('a new name keeps the logo, and the logo can be removed', async () => {
  await set({ name: 'Kite', logo: png })
  expect((await set({ name: 'Kite & Sons' })).body).toMatchObject({ name: 'Kite & Sons', logo: { width: 48 } })
  expect(await user.delete(`${path}/logo`)).toMatchObject({ status: 200, body: { name: 'Kite & Sons', logo: null } })
  expect(await user.delete(`${path}/logo`)).toMatchObject({ status: 200, body: { logo: null } })
})

it('the type of a logo is what its bytes are', async () => {
  expect((await set({ name: '', logo: aJpeg().toString('base64') })).body).toMatchObject({
    logo: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) },
  })
})

it.each<[string, object, string]>([
  ['no name', {}, 'name: Invalid input: expected string, received undefined'],
  ['a long name', { name: 'é'.repeat(81) }, 'name: A name can have at most 80 characters'],
  [
    'a name that turns the text around it',
    { name: 'Kite \u202Egpj.exe' },
    'name: A name can only have visible characters',
  ],
  ['a name with a line break', { name: 'Kite\nSons' }, 'name: A name can only have visible characters'],
  ['a name with NUL', { name: 'Kite\0' }, 'name: A name can only have visible characters'],
  ['a name that cannot be seen', { name: '\u200B' }, 'name: A name can only have visible characters'],
  ['a logo that is no base64', { name: '', logo: 'https://example.com/logo.png' }, 'logo: must be a file in base64'],
  ['an empty logo', { name: '', logo: '' }, 'logo: must be a file in base64'],
  ['SVG', { name: '', logo: Buffer.from('<svg/>').toString('base64') }, 'Please choose a PNG or JPEG image'],
  [
    'a bomb',
    { name: '', logo: aPng({ width: 65_000, height: 65_000 }).toString('base64') },
    'Each side of a logo must have 16 to 2,000 pixels. This image has 65,000 × 65,000.',
  ],
])('is refused: %s', async (_, body, detail) => {
  expect(await set(body)).toMatchObject({ status: 400, body: { code: 'validation', detail } })
  expect((await user.get(path)).body).toEqual({ name: '', logo: null, allowed: true })
})

it('80 letters of any script are a name', async () => {
  const name = '𝔎'.repeat(80)
  expect((await set({ name })).body).toMatchObject({ name })
})

it.each([200 * 1024 + 1, 400 * 1024])('a file of %i bytes is too large', async bytes => {
  const logo = Buffer.concat([aPng(), Buffer.alloc(bytes)]).subarray(0, bytes)
  expect(await set({ name: '', logo: logo.toString('base64') })).toMatchObject({
    status: 413,
    body: { code: 'too_large', detail: 'A logo can have at most 200 KB' },
  })
})

it('a file of 200 KB is not too large', async () => {
  const logo = Buffer.concat([aPng(), Buffer.alloc(200 * 1024)]).subarray(0, 200 * 1024)
  expect((await set({ name: 'Kite', logo: logo.toString('base64') })).status).toBe(200)
})

it('below Business nothing can be set; what was set is kept, and can be removed', async () => {
  await set({ name: 'Kite', logo: png })
  await setTier(server.deps.store.db, user.actor.person.email, 'pro')
  expect(await set({ name: 'Other' })).toMatchObject({
    status: 403,
    body: { code: 'feature_locked', feature: 'report_branding' },
  })
  expect((await user.get(path)).body).toMatchObject({ name: 'Kite', logo: { width: 48 }, allowed: false })
  expect((await user.delete(`${path}/logo`)).body).toMatchObject({ name: 'Kite', logo: null, allowed: false })
})

/** A new report of each kind: what the PDF and the shared page got. */
async function onReports() {
  const { id } = (await user.post('/headers/analyze', { raw_headers: 'Subject: Hello' })).body as { id: string }
  await user.get(`/headers/export/pdf/${id}`)
  const domain = await aDomain(server.deps.store, user.actor)
  await aScan(server.deps.store, domain)
  const { url } = (await user.post(`/diagnostics/share/${domain.id}`)).body as { url: string }
  const shared = await server.app.inject(`/api/shared/reports/${url.split('/').at(-1)}`)
  return { printed: printed.at(-1)?.identity, shared: shared.json().identity as unknown }
}

it('reports carry it, on Business alone', async () => {
  expect(await onReports()).toEqual({ printed: undefined, shared: null })
  const { body } = await set({ name: 'Kite', logo: png })
  const { allowed: _, ...shown } = body as { allowed: boolean }
  expect(await onReports()).toEqual({ printed: { name: 'Kite', logo: expect.any(Buffer) }, shared: shown })
  await user.delete(`${path}/logo`)
  expect(await onReports()).toEqual({ printed: { name: 'Kite' }, shared: { name: 'Kite', logo: null } })
  await set({ name: '' })
  expect(await onReports()).toEqual({ printed: undefined, shared: null })
  await set({ name: 'Kite' })
  await setTier(server.deps.store.db, user.actor.person.email, 'pro')
  expect(await onReports()).toEqual({ printed: undefined, shared: null })
})
