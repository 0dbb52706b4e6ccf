import fc from 'fast-check'
import { expect, it } from 'vitest'
import { domain, host } from './healthy.fixture.ts'
import { nextPolicy, policyFile, stsRecord } from './mta-sts-build.ts'
import type { SenderFacts } from './sender-facts.ts'
import { senderVerdicts } from './sender-verdict.ts'
import { daneOf, factsOf, keyRecord, policyOf } from './sender-world.fixture.ts'
import { recommendedTlsa } from './tlsa.ts'
import { combinations } from './verdict-table.fixture.ts'

/*
 * What our records and policies do to the mail of those who publish them. In none of these worlds may a sender that
 * delivered, or of which it was unknown, refuse the mail afterwards.
 */

const authentic = fc.constantFrom('yes', 'no', 'bogus' as const)
const worlds = fc.record({
  combination: fc.constantFrom(...combinations),
  isAsked: fc.boolean(),
  offersPass: fc.boolean(),
  validating: fc.constantFrom(true, false, null),
  mxAuthentic: authentic,
  aliasAuthentic: fc.option(authentic, { nil: undefined }),
})

function worldOf({
  combination,
  isAsked,
  offersPass,
  validating,
  mxAuthentic,
  aliasAuthentic,
}: WorldDraw): SenderFacts {
  const facts = factsOf(combination)
  const { session, dane } = facts
  return {
    ...facts,
    validating,
    nextHop: { by: 'mx', authentic: mxAuthentic, alias: null },
    session: isAsked && session !== null ? { ...session, offersPass } : null,
    dane: dane === null || aliasAuthentic === undefined ? dane : { ...dane, aliasAuthentic },
  }
}

type WorldDraw = typeof worlds extends fc.Arbitrary<infer Draw> ? Draw : never

function expectNoNewRefusal(before: SenderFacts, after: SenderFacts): void {
  const [was, is] = [senderVerdicts(before), senderVerdicts(after)]
  for (const kind of ['opportunistic', 'mta-sts', 'dane'] as const) {
    if (is[kind].does === 'refused') expect(was[kind].does, kind).toBe('refused')
  }
}

it('the TLSA record that is recommended for a certificate that was seen refuses no mail to its server', () => {
  fc.assert(
    fc.property(worlds, draw => {
      const before = worldOf(draw)
      const certificate = before.session?.certificate
      if (!certificate) return
      const [usage, , , data = ''] = recommendedTlsa(certificate).split(' ')
      const published = keyRecord(Number(usage), data)
      expectNoNewRefusal(before, {
        ...before,
        dane: { ...daneOf([]), ...before.dane, tlsa: [...(before.dane?.tlsa ?? []), published] },
      })
    }),
  )
})

it('the first policy that is proposed for a domain refuses no mail, whatever its servers offer', () => {
  fc.assert(
    fc.property(worlds, draw => {
      const before = worldOf({ ...draw, combination: { ...draw.combination, policy: 'none' } })
      const next = nextPolicy({ mode: 'testing', live: null, hosts: [host], id: null })
      if (next === null) throw new Error('a policy for one host can be spelled out')
      const { policy, ...mtaSts } = policyOf('testing')
      if (policy === null) throw new Error('the fixture has a policy')
      const served = { ...policy, text: policyFile(next) }
      expectNoNewRefusal(before, {
        ...before,
        mtaSts: { ...mtaSts, texts: [stsRecord(domain, next.id).value], policy: served },
      })
    }),
  )
})
