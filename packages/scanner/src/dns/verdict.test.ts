import type { ResourceRecord } from '@waxseal/core/dns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAIN_LIMIT, readVerdict } from './verdict.ts'
import type { Message } from './wire.ts'

const message = (answers: ResourceRecord[], over: Partial<Message> = {}): Message => ({
  id: 1,
  response: true,
  opcode: 0,
  aa: false,
  tc: false,
  ra: true,
  ad: false,
  rcode: 0,
  question: null,
  answers,
  authority: [],
  edns: true,
  ede: [],
  ...over,
})

const chain = (length: number): ResourceRecord[] =>
  Array.from({ length }, (_, i) => ({ type: 'CNAME', name: `n${i}.test`, ttl: 60, target: `n${i + 1}.test` }))

const name = fc.constantFrom('a.zone', 'b.zone', 'c.zone', 'd.other', 'e.other')
const record: fc.Arbitrary<ResourceRecord> = fc.oneof(
  fc.record({ type: fc.constant('CNAME' as const), name, ttl: fc.nat(1000), target: name }),
  fc.record({ type: fc.constant('A' as const), name, ttl: fc.nat(1000), address: fc.constant('192.0.2.1') }),
  fc.record({ type: fc.constant('NS' as const), name, ttl: fc.nat(1000), target: name }),
)

const aliasTo = (target: string): ResourceRecord => ({ type: 'CNAME', name: 'a.zone', ttl: 60, target })
const readA = (...answers: ResourceRecord[]) => readVerdict(message(answers), 'a.zone', 'A', null)

describe('the verdict of a message', () => {
  it('terminates and is consistent for any aliases in the message', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 12 }),
        fc.array(record, { maxLength: 3 }),
        fc.constantFrom(0, 3),
        fc.boolean(),
        fc.constantFrom(null, 'zone'),
        (answers, authority, rcode, aa, zone) => {
          const verdict = readVerdict(message(answers, { authority, rcode, aa }), 'a.zone', 'A', zone)
          if (verdict.kind === 'failed') return
          const { cnames, ttl } = verdict
          expect(Number.isFinite(ttl)).toBe(true)
          expect(new Set(['a.zone', ...cnames]).size).toBe(cnames.length + 1)
          let owner = 'a.zone'
          for (const target of cnames) {
            expect(answers).toContainEqual(expect.objectContaining({ type: 'CNAME', name: owner, target }))
            expect(zone === null || owner.endsWith('zone')).toBe(true)
            owner = target
          }
          if (verdict.kind === 'incomplete') expect(verdict.target).toBe(owner)
          if (verdict.kind === 'records') {
            expect(rcode).toBe(0)
            expect(verdict.records.every(each => each.type === 'A' && each.name === owner)).toBe(true)
          }
          if (verdict.kind === 'no-such-name') expect(rcode).toBe(3)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('is malformed for a chain longer than sixteen names', () => {
    expect(readVerdict(message(chain(CHAIN_LIMIT)), 'n0.test', 'A', null)).toMatchObject({ kind: 'incomplete' })
    expect(readVerdict(message(chain(CHAIN_LIMIT + 1)), 'n0.test', 'A', null)).toMatchObject({ reason: 'malformed' })
  })

  it('is malformed for two aliases at one name, because either may be right (RFC 2181 section 10.1)', () => {
    const address: ResourceRecord = { type: 'A', name: 'b.zone', ttl: 60, address: '192.0.2.1' }
    expect(readA(aliasTo('d.other'), aliasTo('b.zone'), address)).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect(readA(aliasTo('b.zone'), aliasTo('b.zone'), address)).toMatchObject({ kind: 'records' })
  })

  it('is not "no data" when the message answers another question', () => {
    const other: ResourceRecord = { type: 'A', name: 'other.test', ttl: 60, address: '192.0.2.1' }
    expect(readVerdict(message([other]), 'a.test', 'A', null)).toEqual({ kind: 'failed', reason: 'malformed' })
    expect(readVerdict(message([{ ...other, name: 'a.test' }]), 'a.test', 'MX', null)).toMatchObject({ kind: 'failed' })
    expect(readVerdict(message([]), 'a.test', 'A', null)).toMatchObject({ kind: 'no-data' })
  })
})
