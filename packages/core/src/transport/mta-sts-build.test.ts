import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMtaStsPolicy, readMtaStsRecords } from './mta-sts.ts'
import { idAfter, nextPolicy, policyFile, stsRecord } from './mta-sts-build.ts'

const live = { mx: ['*.mail.example.com', 'mx1.example.net'], maxAge: 86_400 }
const next = (parts: Partial<Parameters<typeof nextPolicy>[0]>) =>
  nextPolicy({ mode: 'enforce', live, hosts: ['mx1.example.net'], id: '1', ...parts })

describe('the next MTA-STS policy', () => {
  it('keeps the lines of the policy, and adds one for each MX host that they leave out', () => {
    const hosts = ['a.mail.example.com', 'MX1.example.net', 'mx2.example.net']
    expect(next({ hosts })).toEqual({
      mode: 'enforce',
      mx: ['*.mail.example.com', 'mx1.example.net', 'mx2.example.net'],
      maxAge: 86_400,
      id: '2',
    })
  })

  it('leaves out lines that no host name can have, and a lifetime that is too short', () => {
    const broken = { mx: ['mx_1.example.net', '*', ''], maxAge: 60 }
    expect(next({ live: broken })).toMatchObject({ mx: ['mx1.example.net'], maxAge: 604_800 })
    expect(next({ live: { ...broken, maxAge: null } })).toMatchObject({ maxAge: 604_800 })
  })

  it('names every one of more than five hosts', () => {
    const hosts = Array.from({ length: 20 }, (_, at) => `mx${at}.example.org`)
    expect(next({ live: null, hosts })?.mx).toEqual(hosts)
  })

  it('keeps of a long policy the lines that allow a host', () => {
    const mx = Array.from({ length: 90 }, (_, at) => `old${at}.example.org`)
    expect(next({ live: { mx: [...mx, '*.example.net'], maxAge: 86_400 } })?.mx).toEqual(['*.example.net'])
  })

  it.each([
    ['there is no host', []],
    ['there are too many', Array.from({ length: 26 }, (_, at) => `mx${at}.example.org`)],
    ['one has a name that no policy can have', ['mx1.example.net', 'mx_2.example.net']],
    ['one has a line break in it', ['mx1.example.net\r\nmode: none']],
  ])('is not spelled out where %s', (_, hosts) => {
    expect(next({ live: null, hosts })).toBeNull()
  })

  it.each([
    ['20261101', '20261102'],
    ['20261109', '20261110'],
    ['1', '2'],
    ['009', '010'],
    ['abc', 'abc1'],
    ['v9', 'v10'],
    ['9'.repeat(32), '1'],
    ['a'.repeat(32), '1'],
  ])('has another id than the one of now: %s, %s', (id, then) => {
    expect(idAfter(id)).toBe(then)
  })

  it('is a file and a record that senders read as they were meant, whatever is served now', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 300, unit: 'binary-ascii' }),
      fc.constant('mx: *.example.com\r\nmax_age: 99999'),
    )
    const id = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/)
    const host = fc.oneof(fc.domain(), fc.string({ maxLength: 20 }))
    const mode = fc.constantFrom('enforce' as const, 'testing' as const, 'none' as const)
    fc.assert(
      fc.property(text, id, fc.array(host, { maxLength: 8 }), mode, (served, before, hosts, wanted) => {
        const made = nextPolicy({ mode: wanted, live: parseMtaStsPolicy(served), hosts, id: before })
        if (made === null) return
        expect(parseMtaStsPolicy(policyFile(made))).toEqual({
          mode: wanted,
          maxAge: made.maxAge,
          mx: made.mx,
          errors: [],
          warnings: [],
        })
        expect(made.id).not.toBe(before)
        expect(readMtaStsRecords([stsRecord('example.com', made.id).value])).toEqual({ state: 'valid', id: made.id })
      }),
    )
  })
})
