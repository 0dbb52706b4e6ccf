import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cloudflareBlocks,
  dblPhishing,
  opinion,
  quad9Blocks,
  quad9Silent,
  surblPhishing,
  uriblGrey,
  virusTotalKnowsNothing,
  zenPolicy,
  zenShared,
  zenSpam,
} from './opinion.fixture.ts'
import type { ThreatOpinion } from './source.ts'
import { isGraver, ownVerdict, threatVerdict, worstVerdict } from './verdict.ts'

const cloudflareSilent = opinion({ ...cloudflareBlocks, says: 'unknown', failure: 'timeout' })
const surblSilent = opinion({ ...surblPhishing, says: 'unknown', threat: null })

const about = (subject: string, ...opinions: readonly ThreatOpinion[]) => opinions.map(each => ({ ...each, subject }))

describe('the verdict', () => {
  it.each<[string, ThreatOpinion[], ReturnType<typeof threatVerdict>]>([
    ['no hit is clean', [opinion()], 'clean'],
    ['a silent source beside clean ones changes nothing', [opinion(), quad9Silent], 'clean'],
    ['half of the sources silent is still clean', [opinion(), cloudflareSilent], 'clean'],
    [
      'most sources silent is no verdict, though the others are clean',
      [opinion(), cloudflareSilent, surblSilent],
      null,
    ],
    [
      'most sources silent does not hide what one of them reports',
      [quad9Blocks, cloudflareSilent, surblSilent],
      'suspicious',
    ],
    ['all sources silent is no verdict, never clean', [quad9Silent], null],
    ['nobody asked is no verdict', [], null],
    ['one report of medium weight is low risk', [cloudflareBlocks], 'low_risk'],
    ['one weak report is low risk, whoever gives it', [uriblGrey], 'low_risk'],
    ['mere policy is low risk', [zenPolicy], 'low_risk'],
    ['a listed shared address is low risk', [zenShared], 'low_risk'],
    ['one report of great weight is suspicious', [quad9Blocks], 'suspicious'],
    ['two small reports of two operators are suspicious', [cloudflareBlocks, uriblGrey], 'suspicious'],
    ['two lists of great weight from two operators are malicious', [dblPhishing, surblPhishing], 'malicious'],
    [
      'a phishing code of a domain list and any other report is malicious',
      [dblPhishing, cloudflareBlocks],
      'malicious',
    ],
    ['the same operator twice is one voice', [zenSpam, { ...dblPhishing, threat: 'spam' }], 'suspicious'],
    ['a shared address confirms nothing', [dblPhishing, zenShared], 'suspicious'],
    [
      'filtering resolvers alone never come to malicious',
      [quad9Blocks, { ...cloudflareBlocks, weight: 'high' }],
      'suspicious',
    ],
    [
      'the address code for a botnet is no domain list that names it',
      [{ ...zenSpam, threat: 'botnet' }, uriblGrey],
      'suspicious',
    ],
  ])('%s', (_, opinions, verdict) => {
    expect(threatVerdict(opinions)).toBe(verdict)
  })

  it('of the sources that count nowhere else leaves blocklists out', () => {
    expect(ownVerdict([dblPhishing, surblPhishing, opinion()])).toBe('clean')
    expect(ownVerdict([dblPhishing, surblPhishing])).toBeNull()
    expect(ownVerdict([dblPhishing, quad9Blocks])).toBe('suspicious')
  })

  it('knows which is graver', () => {
    expect(isGraver('malicious', 'suspicious')).toBe(true)
    expect(isGraver('low_risk', null)).toBe(true)
    expect(isGraver('clean', null)).toBe(false)
  })
})

describe('the verdict of a message', () => {
  const [clean, silent] = [opinion(), quad9Silent]

  it.each<[string, readonly ThreatOpinion[], ReturnType<typeof worstVerdict>]>([
    [
      'two lists about different subjects confirm nothing',
      [...about('example.com', surblPhishing), ...about('8.26.56.10', zenSpam)],
      'suspicious',
    ],
    [
      'small reports about different subjects confirm nothing',
      [...about('a.example', cloudflareBlocks), ...about('b.example', uriblGrey)],
      'low_risk',
    ],
    ['one subject decides', [...about('a.example', clean), ...about('b.example', quad9Blocks)], 'suspicious'],
    ['clean subjects are clean', [...about('a.example', clean), ...about('b.example', clean)], 'clean'],
    ['a clean subject does not hide a silent one', [...about('a.example', clean), ...about('b.example', silent)], null],
    [
      'silence does not hide a report',
      [...about('a.example', silent), ...about('b.example', quad9Blocks)],
      'suspicious',
    ],
    [
      'a subject that no source knows changes nothing',
      [...about('a.example', clean), ...about('b.example', virusTotalKnowsNothing)],
      'clean',
    ],
    ['only subjects that no source knows have no verdict', [virusTotalKnowsNothing], null],
    ['no subject has no verdict', [], null],
  ])('%s', (_, opinions, verdict) => {
    expect(worstVerdict(opinions)).toBe(verdict)
  })

  it('is never worse than the worst of its subjects, and never milder', () => {
    const says = fc.constantFrom(clean, silent, quad9Blocks, cloudflareBlocks, dblPhishing, surblPhishing, uriblGrey)
    const subject = fc.array(says, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(subject, subject, (first, second) => {
        const [one, two] = [threatVerdict(first), threatVerdict(second)]
        const both = worstVerdict([...about('a.example', ...first), ...about('b.example', ...second)])
        if (both === 'clean') expect([one, two]).toEqual(['clean', 'clean'])
        else if (both === null) expect([one, two].every(each => each === null || each === 'clean')).toBe(true)
        else expect(both).toBe(isGraver(one, two) ? one : two)
      }),
    )
  })
})

describe('any opinions', () => {
  const arbitrary = fc.array(
    fc.constantFrom(
      opinion(),
      quad9Blocks,
      quad9Silent,
      cloudflareBlocks,
      dblPhishing,
      surblPhishing,
      uriblGrey,
      zenSpam,
      zenShared,
      zenPolicy,
    ),
    { maxLength: 8 },
  )

  it('come to the same whatever their order', () => {
    fc.assert(
      fc.property(arbitrary, opinions => {
        expect(threatVerdict(opinions.toReversed())).toBe(threatVerdict(opinions))
      }),
    )
  })

  it('are never made milder by one more report, and silence only takes the word "clean" away', () => {
    fc.assert(
      fc.property(
        arbitrary,
        fc.constantFrom(quad9Blocks, dblPhishing, cloudflareBlocks, uriblGrey),
        (opinions, more) => {
          expect(isGraver(threatVerdict(opinions), threatVerdict([...opinions, more]))).toBe(false)
          const verdict = threatVerdict(opinions)
          expect(verdict === 'clean' ? ['clean', null] : [verdict]).toContain(
            threatVerdict([...opinions, cloudflareSilent, surblSilent]),
          )
        },
      ),
    )
  })
})
