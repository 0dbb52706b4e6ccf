import { describe, expect, it } from 'vitest'
import { type AlignmentInput, alignmentOf, senderProperties } from './alignment.ts'
import { lastTwoLabels, lineAt, resultOf, resultsWith } from './parsed-header.fixture.ts'

const input: AlignmentInput = {
  fromDomain: 'news.sender.example',
  results: [],
  receivedSpf: [],
  returnPath: 'bounce@mail.sender.example',
  helo: 'helo.sender.example',
}
const align = (changes: Partial<AlignmentInput>) => alignmentOf({ ...input, ...changes }, lastTwoLabels)
const identities = (changes: Partial<AlignmentInput>) =>
  align(changes).identities.map(({ kind, domain, result, alignment }) => `${kind} ${domain} ${result} ${alignment}`)

const received = (result: string, properties: Record<string, string>) => ({
  result,
  comment: null,
  properties: new Map(Object.entries(properties)),
  at: lineAt(5, 'Received-SPF'),
})

const spf = (properties: Record<string, string>, changes: Partial<AlignmentInput> = {}) =>
  identities({ results: [resultsWith(resultOf('spf=pass', properties))], ...changes })

describe('alignment', () => {
  it('compares each reported domain with From', () => {
    const results = [
      resultsWith(
        resultOf('spf=pass', { 'smtp.mailfrom': 'x@bounces.other.example' }),
        resultOf('dkim=pass', { 'header.d': 'News.sender.example' }),
        resultOf('dkim=fail', { 'header.i': '@mail.sender.example' }),
        resultOf('dkim=none'),
      ),
    ]
    expect(identities({ results })).toEqual([
      'spf bounces.other.example pass none',
      'dkim news.sender.example pass strict',
      'dkim mail.sender.example fail relaxed',
    ])
    expect(align({ results })).toMatchObject({ organizationalDomain: 'sender.example', isAligned: true })
  })

  it('needs a pass', () => {
    const results = [resultsWith(resultOf('dkim=fail', { 'header.d': 'sender.example' }))]
    expect(align({ results }).isAligned).toBe(false)
    expect(align({ results, fromDomain: null })).toMatchObject({ organizationalDomain: null, isAligned: false })
  })

  it('is unknown when the receiver reports nothing', () => {
    expect(align({}).isAligned).toBeNull()
    expect(align({ results: [resultsWith(resultOf('dmarc=pass'))] }).isAligned).toBeNull()
  })
})

const aLabels = (name: string) => name.replace('münchen', 'xn--mnchen-3ya')

const alignmentWith = (fromDomain: string, signer: string) => {
  const results = [resultsWith(resultOf('dkim=pass', { 'header.d': signer }))]
  const organization = (name: string) => lastTwoLabels(aLabels(name))
  const { identities, isAligned } = alignmentOf({ ...input, fromDomain, results }, organization, aLabels)
  return [identities[0]?.domain, identities[0]?.alignment, isAligned]
}

describe('a domain with U-labels', () => {
  it('is compared as A-labels', () => {
    const domain = 'xn--mnchen-3ya.example'
    expect(alignmentWith(domain, 'münchen.example')).toEqual([domain, 'strict', true])
    expect(alignmentWith(domain, 'mail.münchen.example')).toEqual([`mail.${domain}`, 'relaxed', true])
    expect(alignmentWith(domain, 'munchen.example')).toEqual(['munchen.example', 'none', false])
  })
})

describe('the SPF identity', () => {
  it('is MAIL FROM, else the return path', () => {
    expect(spf({ 'smtp.mailfrom': 'sender.example' })).toEqual(['spf sender.example pass relaxed'])
    expect(spf({})).toEqual(['spf mail.sender.example pass relaxed'])
  })

  it('is MAIL FROM also where the receiver names the HELO of the same result', () => {
    const helo = 'host.other.example'
    const both = { 'smtp.mailfrom': 'bounce@news.sender.example', 'smtp.helo': helo }
    expect(spf(both)).toEqual(['spf news.sender.example pass strict'])
    expect(spf({ ...both, 'smtp.mailfrom': '<>' }, { returnPath: '' })).toEqual(['spf host.other.example pass none'])
    const receivedSpf = [received('pass', { 'envelope-from': 'a@sender.example', helo })]
    expect(identities({ receivedSpf })).toEqual(['spf sender.example pass relaxed'])
    const named = (identity: string) => [received('pass', { identity, 'envelope-from': 'a@sender.example', helo })]
    expect(identities({ receivedSpf: named('mailfrom') })).toEqual(['spf sender.example pass relaxed'])
    expect(identities({ receivedSpf: named('HELO') })).toEqual([])
  })

  it.each(senderProperties)('is MAIL FROM under the name %s', name => {
    expect(spf({ [name]: 'a@news.sender.example', 'smtp.helo': 'host.other.example' })).toEqual([
      'spf news.sender.example pass strict',
    ])
  })

  it('is HELO only when the return path is empty', () => {
    expect(spf({ 'smtp.helo': 'host.other.example' })).toEqual([])
    expect(spf({ 'smtp.helo': 'host.other.example' }, { returnPath: '' })).toEqual(['spf host.other.example pass none'])
    expect(spf({ 'smtp.mailfrom': '<>' }, { returnPath: '' })).toEqual(['spf helo.sender.example pass relaxed'])
    expect(spf({}, { returnPath: '', helo: null })).toEqual([])
  })

  it('is of the topmost Received-SPF when the results have no SPF', () => {
    const receivedSpf = [
      received('pass', { 'envelope-from': 'a@mail.sender.example' }),
      received('fail', { 'envelope-from': 'b@other.example' }),
    ]
    expect(identities({ receivedSpf })).toEqual(['spf mail.sender.example pass relaxed'])
    const results = [resultsWith(resultOf('spf=fail', { 'smtp.mailfrom': 'other.example' }))]
    expect(identities({ receivedSpf, results })).toEqual(['spf other.example fail none'])
    expect(identities({ receivedSpf: [received('pass', { identity: 'helo', helo: 'a.example' })] })).toEqual([])
  })
})
