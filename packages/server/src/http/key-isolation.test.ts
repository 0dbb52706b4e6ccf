import { endpoints, keyAccessOf, wording } from '@waxseal/contract'
import { type KeyScope, keyScopes } from '@waxseal/core/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApiKey } from '../testing/api-key.ts'
import { calls, withoutAuthor } from '../testing/endpoint-calls.ts'
import { type EndpointRequest, type Matrix, openMatrix } from '../testing/endpoint-matrix.ts'
import { onTheStore } from '../testing/store.ts'

/** The calls that need sign-in. */
const called = endpoints.filter(({ route }) => route.auth === 'user')

/** What each call of a key changes, whatever else it does. */
const isOfKeys = /^api_key .*: last_used_at$|^rate_limit API calls of key /

onTheStore('an API key', kind => {
  let matrix: Matrix
  const keys = new Map<KeyScope, string>()
  let neighborKey: string
  beforeAll(async () => {
    matrix = await openMatrix(kind)
    const { world, owner, neighbor, names } = matrix
    for (const scope of keyScopes) {
      const { id, key } = await anApiKey(world.deps, owner.actor, { scope })
      keys.set(scope, key)
      names.set(id, 'key of the owner')
    }
    const theirs = await anApiKey(world.deps, neighbor.actor, { scope: 'admin' })
    neighborKey = theirs.key
    names.set(theirs.id, 'key of the neighbor')
  })
  afterAll(() => matrix.close())

  const keyOf = (scope: KeyScope): string => keys.get(scope) ?? ''
  const touching = async ({ request }: EndpointRequest, key: string) => {
    const { answer, changes } = await matrix.touching(request, key)
    return { answer, changes: changes.filter(line => !isOfKeys.test(line)) }
  }

  describe.each(called.map(endpoint => [endpoint.route.id, endpoint] as const))('%s', (id, endpoint) => {
    const access = keyAccessOf(id)

    if (typeof access === 'object') {
      it('is refused to a key with every scope, with the reason', () =>
        matrix.asking(endpoint, async asked => {
          const { answer, changes } = await touching(asked, keyOf('admin'))
          expect([answer.statusCode, answer.json().code, changes]).toEqual([403, 'forbidden_key', []])
          expect(answer.json().detail).toBe(wording.keyNever[access.never])
        }))
      return
    }

    it(`is refused to keys without the scope ${access}, and answers a key with it like a member`, () =>
      matrix.asking(endpoint, async asked => {
        for (const scope of keyScopes.slice(0, keyScopes.indexOf(access))) {
          const { answer, changes } = await touching(asked, keyOf(scope))
          expect
            .soft([scope, answer.statusCode, answer.json().code, changes])
            .toEqual([scope, 403, 'forbidden_key', []])
          expect.soft(answer.json().detail).toBe(`This API key does not have the scope ${access}`)
        }
        const { answer, changes } = await touching(asked, keyOf(access))
        expect(answer.statusCode).toBe(endpoint.status)
        expect(changes.map(line => withoutAuthor(ofKey(line))).sort()).toEqual(expected(id))
      }))

    it('shows the key of another workspace no data of the owner', () =>
      matrix.asking(endpoint, async asked => {
        const { answer, changes } = await touching(asked, neighborKey)
        expect(changes.filter(line => !/^\S.*\bneighbor\b/.test(line))).toEqual([])
        expect(answer.statusCode).toBe(calls[id]?.neighbor === 404 ? 404 : endpoint.status)
        const { person, workspace } = matrix.owner.actor
        for (const theirs of [workspace.id, person.id, person.email, asked.domainId]) {
          expect(answer.body).not.toContain(theirs)
        }
      }))
  })
})

/** What the call of a member changes; a key is no author. */
function expected(id: string): string[] {
  const touches = calls[id]?.touchesOfKey ?? calls[id]?.touchesOfMember ?? calls[id]?.touches ?? []
  return touches.map(line => withoutAuthor(ofKey(line))).sort()
}

/** A line without its author and without the caller whose calls it counts. */
function ofKey(line: string): string {
  return line
    .replace(/^(rate_limit \S+) .*: n$/, '$1: n')
    .replace(/^(\+ \S+ of) (?:person of owner|key of the owner) /, '$1 ')
}
