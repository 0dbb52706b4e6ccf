import type { ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFrontServer } from './front-server.ts'
import { addresses, type Lab, type LabZone, startLab } from './lab.ts'
import { complete, factsOf, spfCheck, wordsOf } from './mail-zone.ts'
import { findingIds, scanAll } from './scanning.ts'

/** A zone in order but for its SPF record. */
function withSpf(name: string, spf: string): LabZone {
  return { name, dnssec: 'signed', records: complete(name, 'mx').replace('v=spf1 mx -all', spf) }
}

/** A server that answers for a broken zone, but none of the questions that would show why it is broken. */
const mute = { host: 'mute.lab-servers.net', address: '205.251.196.1' }

const zones: LabZone[] = [
  withSpf('redirects.example', 'v=spf1 ip4:8.26.57.0/24 redirect=expired.example'),
  withSpf('nested.example', 'v=spf1 mx include:between.example -all'),
  withSpf('between.example', 'v=spf1 include:expired.example -all'),
  withSpf('exists.example', 'v=spf1 mx exists:unlisted.expired.example -all'),
  withSpf('exists-of-sender.example', 'v=spf1 ip4:8.26.57.0/24 exists:%{i}.list.expired.example -all'),
  withSpf('missing.example', 'v=spf1 mx include:nothing.expired.example -all'),
  {
    name: 'expired.example',
    dnssec: 'expired',
    records: `${complete('expired.example', 'mx')}\nunlisted TXT "no address"\n8.26.58.1.list A 127.0.0.2\nnothing A 8.26.56.12\n`,
  },
  ...(['wrong-ds', 'wrong-algorithm', 'no-keys'] as const).flatMap((how): LabZone[] => [
    withSpf(`uses-${how}.example`, `v=spf1 ip4:8.26.57.0/24 include:${how}.example -all`),
    { name: `${how}.example`, dnssec: how, records: complete(`${how}.example`, 'mx') },
  ]),
  {
    name: 'uses-mute.example',
    dnssec: 'signed',
    records: `@ MX 20 mx.mute.example.\n${complete('uses-mute.example', 'mx').replace('mx -all', 'a:mx.uses-mute.example include:mute.example -all')}`,
  },
  {
    name: 'mute.example',
    dnssec: 'expired',
    records: complete('mute.example', 'mx'),
    nameservers: [mute.host],
  },
]

let lab: Lab
let front: { stop(): Promise<void> }
let results: Map<string, ScanResult>
beforeAll(async () => {
  // Without extended errors, so that a cause can only come from what the zones publish.
  lab = await startLab(zones, { ede: false, elsewhere: new Map([[mute.host, mute.address]]) })
  front = await startFrontServer(mute.address, addresses.zone, ['A', 'AAAA', 'MX', 'NS', 'TXT'])
  const names = ['redirects', 'nested', 'exists', 'exists-of-sender', 'missing', 'uses-mute', 'mute']
  results = await scanAll(
    names.map(name => `${name}.example`),
    { resolver: lab.resolver },
  )
})
afterAll(async () => {
  await front.stop()
  await lab.stop()
})

function of(name: string): ScanResult {
  const result = results.get(name)
  if (result === undefined) throw new Error(`${name} was not scanned`)
  return result
}

const expired = { zone: 'expired.example', whole: true, fault: { code: 'expired', date: '2020-02-01' } }

describe('a term of SPF that leads into a zone with broken DNSSEC', () => {
  it.each([
    ['redirects.example', 'redirect=expired.example'],
    ['nested.example', 'include:between.example → include:expired.example'],
    ['exists.example', 'exists:unlisted.expired.example'],
  ])('%s: is told with the zone and its cause', (name, terms) => {
    expect(findingIds(of(name))).toEqual(['spf_include_bogus'])
    expect(of(name).score).toBe(88)
    expect(factsOf(of(name), 'spf_include_bogus')).toMatchObject([{ terms, broken: expired }])
    expect(wordsOf(of(name))).toContain(`Validating receivers return temperror at ${terms}.`)
  })

  it('is the only finding of a redirect: the record that it names is judged too', () => {
    const { spf } = of('redirects.example').sections
    expect(spf.ran && spf.value.tree).toMatchObject({ ending: '-', permerrors: [], complete: true })
  })

  it('is not told of names that depend on the sender, which a scan does not ask', () => {
    expect(findingIds(of('exists-of-sender.example'))).toEqual([])
  })

  it('is a permerror alone when there is no record at the name', () => {
    expect(findingIds(of('missing.example'))).toEqual(['spf_permerror'])
    expect(of('missing.example').score).toBe(82)
  })
})

describe('a broken zone whose servers answer no question about its keys', () => {
  it('is told without a cause, and not as the scanned domain’s', () => {
    const result = of('uses-mute.example')
    expect(findingIds(result)).toEqual(['mx_bogus', 'spf_include_bogus'])
    for (const id of ['mx_bogus', 'spf_include_bogus'])
      expect(factsOf(result, id)).toMatchObject([{ broken: { guessed: true, fault: { code: 'unknown' } } }])
    expect(wordsOf(result)).toContain('DNSSEC of mx.mute.example is broken: validation fails.')
    expect(wordsOf(result)).not.toContain('every answer of uses-mute.example')
  })

  it('is told of the domain itself when it is its own', () => {
    const result = of('mute.example')
    expect(findingIds(result)).toEqual(['dnssec_bogus'])
    expect(wordsOf(result)).toContain('DNSSEC of mute.example is broken: validation fails.')
  })
})

describe('spf check answers temperror, as a receiver that validates,', () => {
  it.each([
    ['wrong-ds', /the DS record \(key tag \d+\) matches no zone key \(key tag \d+/],
    ['wrong-algorithm', /the DS record \(key tag \d+\) has algorithm 8 \(RSASHA256\), but the key has 13/],
    ['no-keys', /the parent has a DS record \(key tag \d+\), but the zone has no keys/],
  ])('at an include of a zone that is broken by %s, with the cause', async (how, cause) => {
    const sender = `a@uses-${how}.example`
    expect(await spfCheck(lab.resolver, '8.26.57.1', sender)).toMatchObject({ code: 0, reply: { result: 'pass' } })
    const { code, reply } = await spfCheck(lab.resolver, '8.26.99.1', sender)
    expect({ code, reply }).toMatchObject({ code: 1, reply: { result: 'temperror' } })
    expect(reply).toMatchObject({ problem: expect.stringMatching(cause) })
    expect(reply).toMatchObject({
      problem: expect.stringContaining(`the TXT lookup of ${how}.example failed because DNSSEC of`),
    })
  })

  it.each([
    ['redirects.example', 'TXT lookup of expired.example'],
    ['nested.example', 'TXT lookup of expired.example'],
    ['exists.example', 'A lookup of unlisted.expired.example'],
    ['exists-of-sender.example', 'A lookup of 8.26.58.1.list.expired.example'],
  ])('at the term of %s', async (name, question) => {
    const { code, reply } = await spfCheck(lab.resolver, '8.26.58.1', `a@${name}`)
    const problem = `the ${question} failed because DNSSEC of expired.example is broken (its signatures expired on 2020-02-01)`
    expect({ code, reply }).toMatchObject({ code: 1, reply: { result: 'temperror', problem } })
  })

  it('at a zone whose servers do not show why', async () => {
    const { code, reply } = await spfCheck(lab.resolver, '8.26.58.1', 'a@uses-mute.example')
    expect({ code, reply }).toMatchObject({ code: 1, reply: { result: 'temperror' } })
    expect(reply).toMatchObject({
      problem: expect.stringContaining('the TXT lookup of mute.example failed because DNSSEC of'),
    })
  })
})
