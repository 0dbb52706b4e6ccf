import { endpoints } from '@waxseal/contract'
import { roles } from '@waxseal/core/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedUp } from '../testing/auth-world.ts'
import { aboutAnother, calls, withoutAuthor } from '../testing/endpoint-calls.ts'
import { type Matrix, openMatrix } from '../testing/endpoint-matrix.ts'
import { worldOf } from '../testing/neighbors.ts'
import { allRows, tablesOf } from '../testing/row-changes.ts'
import { onTheStore } from '../testing/store.ts'
import { liveCalls } from './live-calls.data.ts'
import { openApiPath } from './openapi.ts'

const malformed = [
  '1',
  'null',
  '%00',
  "'%20or%20''='",
  '..%2f..%2fauth%2fme',
  crypto.randomUUID().slice(1),
  `${crypto.randomUUID()}%20`,
]

it('every endpoint of the contract has its row, and every row its endpoint', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ route }) => route.id).sort())
})

onTheStore('isolation', kind => {
  let matrix: Matrix
  let world: Matrix['world']
  let app: Matrix['app']
  let owner: Matrix['owner']
  let neighbor: Matrix['neighbor']
  let members: Matrix['members']
  let asking: Matrix['asking']
  let as: Matrix['as']
  let touching: Matrix['touching']
  beforeAll(async () => {
    matrix = await openMatrix(kind)
    ;({ world, app, owner, neighbor, members, asking, as, touching } = matrix)
  })
  afterAll(() => matrix.close())

  describe.each(endpoints.map(endpoint => [endpoint.route.id, endpoint] as const))('%s', (id, endpoint) => {
    const isPublic = endpoint.route.auth === 'public'

    it(
      isPublic
        ? 'answers without sign-in'
        : 'refuses with 401 a call without sign-in, or with a token that is none or has expired',
      () =>
        asking(endpoint, async ({ request }) => {
          const answer = await as(request, null)
          expect(answer.statusCode).toBe(isPublic ? endpoint.status : 401)
          if (isPublic) return
          const detail = { detail: 'Please sign in', code: 'unauthorized', request_id: expect.any(String) }
          expect(answer.json()).toEqual(detail)
          for (const word of ['Basic abc', 'Bearer', `bearer ${owner.token}x`, `Token ${owner.token}`, owner.token]) {
            const { statusCode } = await app.inject({ ...request, headers: { authorization: word } })
            expect.soft([word, statusCode]).toEqual([word, 401])
          }
          const withCookie = await app.inject({ ...request, headers: { cookie: owner.cookie } })
          expect.soft(withCookie.statusCode, 'the cookie alone').toBe(401)
          world.clock.pass(306_000)
          const late = await as(request, owner.token)
          world.clock.pass(-306_000)
          expect.soft(late.statusCode, 'a token that has expired').toBe(401)
        }),
    )

    it.skipIf(calls[id]?.neighbor === 'holder')('shows a neighbor no data of the owner', () =>
      asking(endpoint, async ({ request, domainId, domainName }) => {
        const { answer, changes } = await touching(request, neighbor.token)
        // A mail about an account belongs to no workspace.
        const others = changes.filter(line => line !== '+ outbox' && !/^\S.*\bneighbor\b/.test(line))
        expect(others).toEqual([])
        if (calls[id]?.neighbor === 404) {
          expect(answer.statusCode).toBe(404)
          const nothing = await as({ ...request, url: aboutAnother(request.url, crypto.randomUUID()) }, neighbor.token)
          expect({ ...nothing.json(), request_id: '' }).toEqual({ ...answer.json(), request_id: '' })
        } else {
          expect(answer.statusCode).toBe(endpoint.status)
          const { workspace, person } = owner.actor
          const owned = [workspace.id, person.id, person.subject, owner.email, domainId, `"${domainName}"`]
          for (const secret of owned) expect(answer.body).not.toContain(secret)
        }
        const left = await as({ method: 'GET', url: `/api/domains/${domainId}/latest-scan` }, owner.token)
        expect(left.statusCode).toBe(200)
      }),
    )

    it('answers the owner, and changes only the rows it may', () =>
      asking(endpoint, async ({ request }) => {
        const { answer, changes } = await touching(request, owner.token)
        expect(changes).toEqual(calls[id]?.touches ?? [])
        expect(answer.statusCode).toBe(endpoint.status)
        if (endpoint.status === 204) expect(answer.body).toBe('')
        else if ('file' in endpoint) expect(String(answer.headers['content-type']).split(';')[0]).toBe(endpoint.file)
        else expect(endpoint.reply.safeParse(answer.json()).error).toBeUndefined()
        const again = calls[id]?.touchesAgain
        if (again !== undefined) expect((await touching(request, owner.token)).changes).toEqual(again)
      }))

    if (endpoint.route.auth === 'user') {
      const least = endpoint.route.role

      it(`answers members from ${least} up, refuses the others with 403, and says 404 to who is no member`, () =>
        asking(endpoint, async ({ request }) => {
          const { id: workspaceId } = owner.actor.workspace
          for (const role of roles.slice(0, roles.indexOf(least))) {
            const { answer, changes } = await touching(request, members.get(role)?.token ?? '', workspaceId)
            expect
              .soft([role, answer.statusCode, answer.json().code, changes])
              .toEqual([role, 403, 'forbidden_role', []])
          }
          for (const named of [workspaceId, crypto.randomUUID(), 'no id', '']) {
            const { answer, changes } = await touching(request, neighbor.token, named)
            expect.soft([named, answer.statusCode, answer.json().code, changes]).toEqual([named, 404, 'not_found', []])
          }
          const { answer, changes } = await touching(request, members.get(least)?.token ?? '', workspaceId)
          const touches = calls[id]?.touchesOfMember ?? calls[id]?.touches ?? []
          const theirs = touches.map(line => line.replace('person of owner', `${least} of owner`))
          expect(changes.map(withoutAuthor).sort()).toEqual(theirs.map(withoutAuthor).sort())
          expect(answer.statusCode).toBe(endpoint.status)
        }))
    }

    if (liveCalls.has(id))
      it('refuses a token after its person signed out, and changes nothing', () =>
        asking(endpoint, async ({ request }) => {
          const session = await world.deps.auth.verify(owner.token)
          expect(session && (await world.deps.auth.endSession(session.subject, session.sessionId))).toBe(true)
          const { answer, changes } = await touching(request, owner.token)
          expect([answer.statusCode, answer.json().code, changes]).toEqual([401, 'unauthorized', []])
        }))

    if (calls[id]?.params)
      it('answers 404 to malformed ids', () =>
        asking(endpoint, async ({ request }) => {
          for (const wrong of malformed) {
            const answer = await as({ ...request, url: aboutAnother(request.url, wrong) }, owner.token)
            expect.soft([wrong, answer.statusCode]).toEqual([wrong, 404])
          }
        }))
  })

  it('has rows in every table, so that each change shows', async () => {
    const { db } = world.deps.store
    const tables = await tablesOf(db)
    const rows = [...(await allRows(db, tables)).values()].map(({ table }) => table.name)
    const empty = tables.filter(({ name, isOurs }) => isOurs && !rows.includes(name))
    expect(empty).toEqual([])
  })

  it('serves every endpoint, and nothing else below /api', () => {
    const inContract = endpoints.map(({ route }) => `${route.method} /api${route.path}`)
    const others = [
      `GET ${openApiPath}`,
      'GET /api/identity/*',
      'POST /api/identity/*',
      // A redirect to the page.
      'GET /api/alerts/unsubscribe/:token',
    ]
    const below = matrix.served.filter(route => route.includes(' /api') && !route.startsWith('HEAD '))
    expect(below.sort()).toEqual([...inContract, ...others].sort())
  })

  it('sign-out ends its own session and no other', async () => {
    const leaver = await signedUp(app, 'leaver')
    const session = await world.deps.auth.verify(leaver.token)
    expect(session && (await world.deps.auth.isLive(session))).toBe(true)
    const headers = { cookie: leaver.cookie, origin: world.deps.env.publicUrl }
    const { touched } = worldOf(world.deps.store, matrix.names, world.deps.now())
    const lines = await touched(() => app.inject({ method: 'POST', url: '/api/identity/sign-out', headers }))
    expect(lines).toEqual([expect.stringMatching(/^- identity_session /)])
    expect(session && (await world.deps.auth.isLive(session))).toBe(false)
  })
})
