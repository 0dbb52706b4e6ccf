import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CaaRecord, caaClimb, caaProblemText, readCaa } from './caa.ts'

const record = (tag: string, value: string, flags = 0): CaaRecord => ({ flags, tag, value })
const at = (...records: CaaRecord[]) => readCaa([{ name: 'example.com', records }])

describe('the names that decide', () => {
  it('are the name and those above it, without the root', () => {
    expect(caaClimb('a.b.example.com')).toEqual(['a.b.example.com', 'b.example.com', 'example.com', 'com'])
    expect(caaClimb('.')).toEqual([])
  })

  it('are eight at most', () => {
    expect(caaClimb('a.'.repeat(60).slice(0, -1))).toHaveLength(8)
  })
})

describe('CAA records', () => {
  it('of the nearest name decide', () => {
    const reading = readCaa([
      { name: 'a.example.com', records: [] },
      { name: 'example.com', records: [record('issue', 'letsencrypt.org')] },
      { name: 'com', records: [record('issue', ';')] },
    ])
    expect(reading).toMatchObject({
      location: 'example.com',
      complete: true,
      issuers: ['letsencrypt.org'],
      open: false,
    })
  })

  it('that could not be asked for on the way leave it open who decides', () => {
    const answers = [
      { name: 'example.com', records: null },
      { name: 'com', records: [record('issue', ';')] },
    ]
    expect(readCaa(answers)).toMatchObject({ location: null, complete: false })
    expect(
      readCaa([{ name: 'example.com', records: [record('iodef', 'mailto:a@b.example')] }, ...answers]),
    ).toMatchObject({
      location: 'example.com',
      complete: true,
    })
  })

  it('nowhere: everyone may issue', () => {
    expect(readCaa([{ name: 'example.com', records: [] }])).toEqual({
      location: null,
      complete: true,
      issuers: [],
      open: true,
      mailIssuers: null,
      problems: [],
    })
  })

  it('name authorities with parameters, or nobody', () => {
    expect(at(record('issue', ' CA1.example.net ; account=230123'), record('issue', 'ca2.example.org'))).toMatchObject({
      issuers: ['ca1.example.net', 'ca2.example.org'],
      problems: [],
    })
    expect(at(record('issue', ';'))).toMatchObject({ issuers: [], open: false, problems: [] })
    expect(at(record('issuewild', 'ca1.example.net'))).toMatchObject({ open: true, wildIssuers: ['ca1.example.net'] })
  })

  it('with a value that violates the grammar count as empty (RFC 8659 section 4.2)', () => {
    for (const value of ['ca.example; account', 'ca.example; a=1;', 'ca.example; =1', 'ca example', 'ca.example.']) {
      expect(at(record('issue', value)), value).toMatchObject({
        issuers: [],
        open: false,
        problems: [{ code: 'issuer' }],
      })
    }
    for (const value of ['ca.example;', 'ca.example; a=', 'ca.example; a=1; b-c=2 ', ' ca.example '])
      expect(at(record('issue', value)), value).toMatchObject({ issuers: ['ca.example'], problems: [] })
  })

  it('say where forbidden requests are reported (RFC 8659 section 4.4)', () => {
    expect(at(record('iodef', 'mailto:security@example.com'), record('iodef', 'https://iodef.example/'))).toMatchObject(
      {
        reportsTo: ['mailto:security@example.com', 'https://iodef.example/'],
        problems: [],
      },
    )
    expect(at(record('iodef', 'security@example.com')).problems.map(caaProblemText)).toEqual([
      'iodef "security@example.com" is no mailto, https or http address',
    ])
  })

  it('allow no authority beside a critical property that none knows (RFC 8659 section 4.1)', () => {
    expect(at(record('issue', 'ca.example'), record('issuemail', 'ca.example'), record('tbs', 'x', 128))).toMatchObject(
      {
        issuers: [],
        open: false,
        mailIssuers: [],
        isBlocked: true,
      },
    )
  })

  it('may speak of mail certificates (RFC 9495)', () => {
    expect(at(record('issuemail', ';'))).toMatchObject({ mailIssuers: [], open: true })
    expect(at(record('issue', ';'))).toMatchObject({ mailIssuers: null })
  })

  it.each([
    [record('tbs', 'unknown', 128), 'tbs is marked critical, and authorities do not know it'],
    [record('issue', '%%%%%'), 'issue "%%%%%" names no authority that can be read'],
    [record('issue', 'https://letsencrypt.org'), 'issue "https://letsencrypt.org" names no authority that can be read'],
    [record('issuemail', 'a b'), 'issuemail "a b" names no authority that can be read'],
  ])('%j: %s', (wrong, problem) => {
    expect(at(record('issue', 'letsencrypt.org'), wrong).problems.map(caaProblemText)).toEqual([problem])
  })

  it('that are not critical may be unknown', () => {
    expect(at(record('tbs', 'unknown')).problems).toEqual([])
  })

  it('of any octets are read without an error', () => {
    const octets = fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)),
      maxLength: 300,
    })
    fc.assert(
      fc.property(fc.constantFrom('issue', 'issuewild', 'issuemail', 'x'), octets, fc.nat(255), (tag, value, flags) => {
        const { problems, issuers } = at(record(tag, value, flags))
        for (const text of [...problems.map(caaProblemText), ...issuers]) expect(text).toMatch(/^[^\p{C}]+$/u)
      }),
    )
  })
})
