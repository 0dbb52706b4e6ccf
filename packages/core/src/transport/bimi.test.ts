import { describe, expect, it } from 'vitest'
import { readBimiRecords } from './bimi.ts'

const logo = 'https://example.com/logo.svg'
const pem = 'https://example.com/logo.pem'

describe('the BIMI record', () => {
  it.each([
    [`v=BIMI1; l=${logo}; a=${pem}`, { picture: logo, certificate: pem }],
    [`v=BIMI1;l=${logo}`, { picture: logo, certificate: null }],
    [`v = BIMI1; a=; L = ${logo} ; avp=brand;`, { picture: logo, certificate: null }],
    ['v=BIMI1; l=; a=;', { picture: null, certificate: null }],
  ])('%j', (text, record) => {
    expect(readBimiRecords([text, 'v=spf1 -all'])).toEqual({ state: 'valid', ...record })
  })

  it.each([
    ['v=BIMI1', 'the record has no l= for the picture'],
    [`v=BIMI1; a=${pem}`, 'the record has no l= for the picture'],
    [`v=BIMI1; l=; a=${pem}`, 'a= names a certificate, but l= names no picture'],
    ['v=BIMI1; l=http://example.com/logo.svg', 'l=http://example.com/logo.svg is not an https: address'],
    [`v=BIMI1; l=${logo}; a=self`, 'a=self is not an https: address'],
    [`v=BIMI1; l=${logo}; l=${logo}`, 'l is given more than once'],
    [`v=BIMI1; ${logo}`, `"${logo}" is not written as tag=value`],
    [`v=bimi1; l=${logo}`, 'the record does not begin with exactly v=BIMI1;'],
    [`"v=BIMI1; l=${logo}"`, 'the record does not begin with exactly v=BIMI1;'],
  ])('%j is broken: %s', (text, problem) => {
    expect(readBimiRecords([text])).toEqual({ state: 'invalid', problem })
  })

  it('is missing, or there are too many', () => {
    expect(readBimiRecords(['v=spf1 -all'])).toEqual({ state: 'missing' })
    expect(readBimiRecords([`v=BIMI1; l=${logo}`, 'v=BIMI1; l='])).toMatchObject({ state: 'invalid' })
  })
})
