import { describe, expect, it } from 'vitest'
import { foundRecord, hostedName, inOneLine, isSpf } from './found-record.ts'

const suffix = '.waxseal.email'
const scan = (...txt_records: string[]) => ({ results: { dns: { txt_records }, spf: {} } })
const found = (...texts: string[]) => foundRecord(scan(...texts), suffix)

describe('the record of a scan', () => {
  it('is the one that begins with v=spf1, in any case', () => {
    const record = 'V=SPF1 include:_spf.example.com -all'
    expect(found('verification=1', record)).toEqual({ kind: 'record', record })
    expect(found('v=spf1')).toEqual({ kind: 'record', record: 'v=spf1' })
  })

  it('is none without such a record, or with another version', () => {
    expect(found('verification=1', 'v=spf10 -all')).toEqual({ kind: 'none' })
    expect(found()).toEqual({ kind: 'none' })
  })

  it('is not chosen from several', () => expect(found('v=spf1 -all', 'v=spf1 mx -all')).toEqual({ kind: 'several' }))

  it('is unknown when its check had no answer', () => {
    const unchecked = { results: { dns: { txt_records: [] }, spf: null } }
    expect(foundRecord(unchecked, suffix)).toEqual({ kind: 'unchecked' })
  })

  it('is not taken when it includes a hosted record', () => {
    const name = 'example-com-k3f9zq.waxseal.email'
    expect(found(`v=spf1 include:${name.toUpperCase()}. -all`)).toEqual({ kind: 'hosted', name })
    expect(found(`v=spf1 redirect=${name}`)).toEqual({ kind: 'hosted', name })
  })
})

it.each([
  ['v=spf1 ?include:x.waxseal.email ~all', 'x.waxseal.email'],
  ['v=spf1 include:waxseal.email -all', null],
  ['v=spf1 include:notwaxseal.email -all', null],
  ['v=spf1 include:x.waxseal.email.example -all', null],
  ['v=spf1 a:x.waxseal.email -all', null],
])('finds the hosted name in %s', (record, name) => expect(hostedName(record, suffix)).toBe(name))

it('knows an SPF record by its version', () => {
  expect(['v=spf1', 'v=spf1 -all', 'v=spf1\n-all'].every(isSpf)).toBe(true)
  expect(['', 'v=spf', 'v=spf2 -all', '"v=spf1 -all"', 'include:a.example'].some(isSpf)).toBe(false)
})

it('joins the lines of a pasted record', () => {
  expect(inOneLine('  v=spf1\n  include:a.example\r\n\t-all ')).toBe('v=spf1 include:a.example -all')
})
