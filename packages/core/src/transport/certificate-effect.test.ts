import { describe, expect, it } from 'vitest'
import { checkedByAt } from './certificate-effect.ts'
import { domain, host, session, valueOf } from './healthy.fixture.ts'

const { mtaSts } = valueOf()
const noPolicy = { ...mtaSts, texts: [], policy: null }
const testing = {
  ...mtaSts,
  policy: mtaSts.policy && { ...mtaSts.policy, text: mtaSts.policy.text.replace('enforce', 'testing') },
}
const none = valueOf().dane.map(facts => ({ ...facts, tlsa: [] }))
/** Of the authority's key, which the chain of the fixture shows. */
const anchored = valueOf().dane.map(facts => ({
  ...facts,
  tlsa: [{ usage: 2, selector: 1, matching: 1, data: 'a3'.repeat(32), digest: null }],
}))
const expired = [session({}, { notAfter: '2026-11-19T00:00:00.000Z' })]

describe('who checks the certificate of a mail server', () => {
  it.each([
    ['a policy in mode enforce', { dane: none }, 'mta-sts'],
    ['that policy, and the certificate has expired', { dane: none, sessions: expired }, 'mta-sts'],
    ['a policy in mode testing', { dane: none, mtaSts: testing }, 'none'],
    ['no policy and no TLSA record', { dane: none, mtaSts: noPolicy }, 'none'],
    ['a TLSA record of the key, where no date counts', { mtaSts: noPolicy }, 'none'],
    ['a TLSA record of the authority', { dane: anchored, mtaSts: noPolicy }, 'dane'],
    ['a TLSA record of the authority and a policy', { dane: anchored }, 'both'],
    ['both, and the certificate has expired', { dane: anchored, sessions: expired }, 'both'],
    ['a lookup of TLSA records that failed', { dane: valueOf().dane.map(facts => ({ ...facts, tlsa: null })) }, null],
    ['no session', { sessions: [] }, null],
  ])('with %s', (_, changes, checkedBy) => {
    expect(checkedByAt(valueOf(changes), host, domain)).toBe(checkedBy)
  })
})
