import { expectLinearCost } from '@waxseal/core/testing'
import type { FastifyRequest } from 'fastify'
import { it } from 'vitest'
import type { AuthProvider } from '../ports.ts'
import { sessionOf } from './session.ts'

it('the header with a token costs in proportion to its length', () => {
  const auth: Pick<AuthProvider, 'verify'> = { verify: () => Promise.resolve(null) }
  return expectLinearCost(
    authorization => sessionOf(auth as AuthProvider, { headers: { authorization } } as FastifyRequest),
    // Node accepts at most 16 KB of headers.
    { max: 16_384, tokens: ['Bearer ', ' a'], heads: ['', 'Bearer', 'Bearer a'] },
  )
})
