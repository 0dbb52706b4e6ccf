import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enginesAgainst, tallyEngines, verdictOfEngines } from './engine-verdict.ts'
import {
  cloudflareBlocks,
  dblPhishing,
  engine,
  opinion,
  quad9Blocks,
  quad9Silent,
  uriblGrey,
  virusTotalKnowsNothing,
  virusTotalSilent,
  zenShared,
  zenSpam,
} from './opinion.fixture.ts'
import type { ThreatOpinion } from './source.ts'
import { isAnswered, isGraver, ownVerdict, silentSources, threatVerdict } from './verdict.ts'

const hits = (...names: readonly string[]) => names.map(name => engine(name, 'hit'))
const clean = (...names: readonly string[]) => names.map(name => engine(name))

describe('the verdict with the engines of VirusTotal', () => {
  it.each<[string, readonly ThreatOpinion[], ReturnType<typeof threatVerdict>]>([
    ['is clean when engines call it harmless', clean('ESET', 'Sophos'), 'clean'],
    ['is low risk for one lesser-known engine', [...hits('Xcitium'), ...clean('ESET', 'Sophos')], 'low_risk'],
    ['is low risk for two lesser-known engines', [...hits('Xcitium', 'CMC'), ...clean('ESET')], 'low_risk'],
    [
      'is low risk for one of them beside a filter of medium weight',
      [...hits('Xcitium'), cloudflareBlocks],
      'low_risk',
    ],
    ['is suspicious for a trusted engine', [...hits('ESET'), ...clean('Sophos')], 'suspicious'],
    ['is malicious for a trusted engine and another one', hits('ESET', 'Xcitium'), 'malicious'],
    ['is the worse of both when the others report more', [...hits('Xcitium'), quad9Blocks], 'suspicious'],
    ['is the worse of both when the engines report more', [...hits('ESET', 'CMC'), uriblGrey], 'malicious'],
    [
      'is malicious when a blocklist of high weight confirms them',
      [...hits('ESET'), { ...dblPhishing, threat: 'spam' }],
      'malicious',
    ],
    [
      'is malicious when a blocklist of high weight confirms them about an address',
      [engine('ESET', 'hit', '8.26.56.10'), zenSpam],
      'malicious',
    ],
    ['is not more when the blocklist reports another subject', [...hits('ESET'), zenSpam], 'suspicious'],
    ['is not more when a filtering resolver confirms them', [...hits('ESET'), quad9Blocks], 'suspicious'],
    ['is not more when the blocklist is sure and the engine is not', [...hits('Xcitium'), dblPhishing], 'suspicious'],
    [
      'is not more when the blocklist reports a shared address',
      [engine('ESET', 'hit', '8.26.56.10'), zenShared],
      'suspicious',
    ],
    [
      'does not count an engine of the operator of the blocklist twice',
      [...hits('Spamhaus', 'A', 'B'), { ...dblPhishing, threat: 'spam' }],
      'suspicious',
    ],
    ['is none when VirusTotal knows nothing and no one else is asked', [virusTotalKnowsNothing], null],
    ['is that of the others when VirusTotal knows nothing', [virusTotalKnowsNothing, opinion()], 'clean'],
    ['is not made clean by a VirusTotal that knows nothing', [virusTotalKnowsNothing, quad9Silent], null],
    [
      'counts VirusTotal as one source when the others are silent',
      [...clean('A', 'B', 'C', 'D'), quad9Silent, { ...cloudflareBlocks, says: 'unknown' }],
      null,
    ],
    ['counts a silent VirusTotal as one source', [virusTotalSilent, opinion()], 'clean'],
  ])('%s', (_, opinions, verdict) => {
    expect(threatVerdict(opinions)).toBe(verdict)
  })

  it('judges each subject by itself', () => {
    const spread = ['a.example', 'b.example', 'c.example'].map((subject, at) => engine(`Engine ${at}`, 'hit', subject))
    expect(verdictOfEngines(spread)).toBe('low_risk')
    expect(verdictOfEngines(hits('Engine 0', 'Engine 1', 'Engine 2'))).toBe('suspicious')
  })

  it('judges a shared address one step lower', () => {
    const shared = hits('ESET', 'Sophos').map(each => ({ ...each, sharedBy: 'Google Workspace' }))
    expect(threatVerdict(shared)).toBe('suspicious')
  })

  it('is an own verdict, which costs points in this check', () => {
    expect(ownVerdict([...hits('ESET', 'Sophos'), dblPhishing])).toBe('malicious')
    expect(ownVerdict([virusTotalKnowsNothing, dblPhishing])).toBe(null)
  })
})

describe('any opinions of engines', () => {
  const says = fc.constantFrom<ThreatOpinion['says']>('hit', 'weak', 'clean', 'unknown')
  const names = fc.constantFrom('ESET', 'Avast', 'Xcitium', 'CMC', 'Sophos', 'Spamhaus')
  const engines = fc.array(
    fc.tuple(names, says).map(([name, word]) => engine(name, word)),
    { maxLength: 10 },
  )
  const others = fc.subarray([opinion(), quad9Blocks, cloudflareBlocks, dblPhishing, uriblGrey, zenSpam, quad9Silent])

  it('never make the verdict of the others milder, and never make "clean" of no verdict alone', () => {
    fc.assert(
      fc.property(engines, others, (some, rest) => {
        expect(isGraver(threatVerdict(rest), threatVerdict([...rest, ...some]))).toBe(false)
        if (threatVerdict([...rest, ...some]) === 'clean')
          expect([...rest, ...some].some(opinionOf => opinionOf.says === 'clean')).toBe(true)
      }),
    )
  })

  it('are never made milder by one more report', () => {
    fc.assert(
      fc.property(engines, others, names, (some, rest, name) => {
        const before = threatVerdict([...some, ...rest])
        expect(isGraver(before, threatVerdict([...some, ...rest, engine(name, 'hit')]))).toBe(false)
      }),
    )
  })

  it('and a VirusTotal that knows nothing changes nothing', () => {
    fc.assert(
      fc.property(others, rest => {
        expect(threatVerdict([...rest, virusTotalKnowsNothing])).toBe(threatVerdict(rest))
      }),
    )
  })
})

it('a VirusTotal that knows nothing, or one engine that did not answer, is not silent', () => {
  expect(isAnswered([virusTotalKnowsNothing])).toBe(true)
  expect([...silentSources([virusTotalKnowsNothing, quad9Silent])]).toEqual(['quad9'])
  expect([...silentSources([engine('ESET', 'unknown'), engine('Sophos')])]).toEqual([])
  expect([...silentSources([virusTotalSilent, engine('Sophos', 'clean', 'other.example')])]).toEqual(['virustotal'])
})

it('a sentence about engines names the well-known ones', () => {
  const some = tallyEngines([...hits('Xcitium', 'Google Safebrowsing'), ...clean('ESET', 'Sophos')])
  expect(enginesAgainst(some, 'something')).toBe(
    '2 of 4 engines with an opinion report something, among them Google Safebrowsing',
  )
  expect(enginesAgainst(tallyEngines(hits('Xcitium')), 'example.com')).toBe(
    'the only engine with an opinion reports example.com, and none of them is a well-known one',
  )
})
