import {
  type Answer,
  type DnssecFault,
  type RecordType,
  type Resolver,
  type Zone,
  zoneResolver,
} from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { askDnssec, askName } from './snapshot-state.ts'

const zone: Zone = { 'there.example': { TXT: ['v=spf1 -all'] }, 'alias.example': { CNAME: ['gone.example'] } }
const name = (domain: string) => ({ key: 'name', kind: 'name', name: domain }) as const
const dnssec = { key: 'dnssec', kind: 'dnssec', name: 'broken.example' } as const

describe('a name', () => {
  it('with a record of any type is in DNS', async () => {
    expect(await askName(name('there.example'), zoneResolver(zone))).toMatchObject({ values: ['in DNS'] })
  })

  it('that is an alias is in DNS, also where its target is gone', async () => {
    expect(await askName(name('alias.example'), zoneResolver(zone))).toMatchObject({ values: ['in DNS'] })
  })

  it('that every answer denies is not', async () => {
    expect(await askName(name('gone.example'), zoneResolver(zone))).toMatchObject({ state: 'known', values: [] })
  })

  it('of which one question failed and the others deny is not known', async () => {
    const inner = zoneResolver(zone)
    const resolver: Resolver = {
      query: (asked, type) =>
        type === 'NS' ? zoneResolver({ [asked]: { fail: 'timeout' } }).query(asked, type) : inner.query(asked, type),
    }
    expect(await askName(name('gone.example'), resolver)).toMatchObject({ state: 'failed', reason: 'timeout' })
  })
})

/** A resolver that answers with CD=1 only, and says why. */
function refusing(fault: DnssecFault, guessed?: true): Resolver {
  const inner = zoneResolver({ 'broken.example': { A: ['8.26.56.1'] } })
  return {
    async query<T extends RecordType>(asked: string, type: T): Promise<Answer<T>> {
      const answer = await inner.query(asked, type)
      const broken = { zone: 'broken.example', whole: true, fault, ...(guessed && { guessed }) }
      return { ...answer, via: { ...answer.via, authentic: 'bogus', broken } }
    },
  }
}
const ds = { DS: [[1, 13, 2, '00'.repeat(32)]] }
const parent = (records: object): Resolver => ({
  query: async (asked, type) =>
    type === 'DS' && 'DS' in records
      ? ({ kind: 'records', records: [{}], via: {} } as unknown as Answer<typeof type>)
      : zoneResolver({ [asked]: {} }).query(asked, type),
})

describe('DNSSEC', () => {
  it.each<[string, DnssecFault, object, boolean]>([
    ['expired signatures, and a DS record at the parent', { code: 'expired', date: '2026-11-01' }, ds, true],
    ['keys that no DS record names', { code: 'ds-without-key', ds: [1], keys: [2] }, ds, true],
    ['the same, but the parent has no DS record any more', { code: 'ds-without-key', ds: [1], keys: [2] }, {}, false],
    ["the resolver's word alone", { code: 'expired' }, ds, false],
    ['signatures that do not fit, for a reason we do not see', { code: 'signatures-wrong' }, ds, false],
  ])('that is broken by %s', async (_, fault, records, confirmed) => {
    const dns = { resolver: refusing(fault), authoritative: parent(records) }
    expect(await askDnssec(dnssec, dns)).toMatchObject({ values: ['does not validate'], confirmed })
  })

  it('of a zone that was only guessed is not confirmed', async () => {
    const dns = { resolver: refusing({ code: 'expired', date: '2026-11-01' }, true), authoritative: parent(ds) }
    expect(await askDnssec(dnssec, dns)).toMatchObject({ values: ['does not validate'], confirmed: false })
  })

  it('that validates, or is not there, is not broken', async () => {
    const dns = { resolver: zoneResolver({ 'broken.example': { A: ['8.26.56.1'] } }), authoritative: null }
    expect(await askDnssec(dnssec, dns)).toMatchObject({ values: [], confirmed: true })
  })
})
