import { describe, expect, it } from 'vitest'
import type { RecordedAnswer, RecordType } from '../dns/index.ts'
import {
  changedRecords,
  changesToShow,
  type FoundChange,
  knownOf,
  oldTtl,
  resultWords,
  scanWords,
  stillUnseen,
  withFound,
} from './after-scan.ts'
import { type ScanSight, sightOf } from './scan-sight.ts'

const [before, detected, after] = ['2026-11-26T20:00:00.000Z', '2026-11-26T21:26:00.000Z', '2026-11-26T21:30:00.000Z']
const [reject, none] = ['v=DMARC1; p=reject', 'v=DMARC1; p=none']
const weakened = {
  id: 'c1',
  part: 'dmarc',
  severity: 'critical',
  change_description: 'DMARC policy weakened from reject to none',
  old_value: reject,
  new_value: none,
} as const
const mended = {
  ...weakened,
  id: 'c2',
  change_description: 'DMARC policy strengthened',
  old_value: none,
  new_value: reject,
}

const unchecked = { name: null, dnssec: null }

/** An answered query as a scan keeps it. */
function answered(name: string, type: RecordType, answers: string[]): RecordedAnswer {
  const rcode = answers.length > 0 ? 'NOERROR' : 'NXDOMAIN'
  const via = { server: '192.0.2.53:53', authoritative: false, rcode, ede: [], authentic: 'no', cnames: [] } as const
  const outcome = answers.length > 0 ? 'records' : 'no-such-name'
  const times = { ttl: 300, ms: 1, askedAt: 0, cached: false }
  return { id: `${type} ${name}`, kind: 'dns', question: { name, type }, outcome, answers, via: { ...via, ...times } }
}

type Via = Partial<RecordedAnswer['via']>

/** A scan that got these answers for the DMARC record; of none it asked nothing. */
function scanWith(startedAt: string, answers: readonly string[] | null, via: Via = {}): ScanSight {
  const name = '_dmarc.shop.example'
  const piece = answered(
    name,
    'TXT',
    (answers ?? []).map(text => `${name} 3600 TXT "${text}"`),
  )
  const evidence = answers === null ? [] : [{ ...piece, via: { ...piece.via, askedAt: Date.parse(startedAt), ...via } }]
  return { startedAt, evidence, states: unchecked }
}

const found = (scan: ScanSight | null) => withFound([], [weakened], { domain: 'shop.example', at: detected, scan })
const change = found(null)

describe('a change that monitoring found after a scan', () => {
  it('is unseen, with its words and its time', () => {
    expect(found(scanWith(before, [reject]))).toEqual(change)
    expect(change).toMatchObject([
      {
        record: 'dmarc',
        description: 'DMARC policy weakened from reject to none',
        detected_at: detected,
        severity: 'critical',
        question: { name: '_dmarc.shop.example', type: 'TXT' },
        before: [reject],
        after: [none],
      },
    ])
  })

  it('is no news where the scan saw it before monitoring did', () => {
    expect(found(scanWith(before, ['v=DMARC1;p=none']))).toEqual([])
  })

  it('of a record that no scan shows is in the history only', () => {
    const address = { ...weakened, part: 'a', old_value: ['192.0.2.1'], new_value: ['192.0.2.2'] }
    expect(withFound([], [address], { domain: 'shop.example', at: detected, scan: null })).toEqual([])
  })

  it('is gone once the records are as the scan saw them', () => {
    expect(withFound(change, [mended], { domain: 'shop.example', at: after, scan: null })).toEqual([])
    const other = { ...mended, new_value: 'v=DMARC1; p=quarantine' }
    expect(withFound(change, [other], { domain: 'shop.example', at: after, scan: null })).toMatchObject([
      { before: [reject], after: ['v=DMARC1; p=quarantine'], ids: ['c1', 'c2'] },
    ])
  })
})

const fetched = (askedAt: string) => ({
  kind: 'http' as const,
  question: { name: 'https://mta-sts.a.example/.well-known/mta-sts.txt' },
  outcome: 'response',
  askedAt: Date.parse(askedAt),
})

describe('a scan after a change', () => {
  it.each<[string, ScanSight, boolean]>([
    ['that saw the value of monitoring', scanWith(after, [none]), true],
    ['that saw the value before, from a cache', scanWith(after, [reject]), false],
    [
      'whose own servers all have the value before again',
      scanWith(after, [reject], { authoritative: true, unanimous: true }),
      true,
    ],
    [
      'that saw the value before at one of the own servers, which may be behind',
      scanWith(after, [reject], { authoritative: true }),
      false,
    ],
    ['that saw the new value at one of the own servers', scanWith(after, [none], { authoritative: true }), true],
    ['that saw another value', scanWith(after, ['v=DMARC1; p=quarantine']), true],
    ['that saw no record', scanWith(after, []), true],
    ['that began before, and saw another value then', scanWith(before, ['v=DMARC1; p=quarantine']), false],
    ['that did not ask, and is later', scanWith(after, null), true],
    ['that did not ask, and is earlier', scanWith(before, null), false],
  ])('%s', (_, scan, hasSeen) => {
    expect(stillUnseen(change, scan)).toEqual(hasSeen ? [] : change)
  })

  it.each<[string, string, unknown, unknown, string[], boolean, boolean]>([
    ['knew that DNSSEC is broken', 'dnssec', null, 'does not validate', ['dnssec_bogus'], true, true],
    ['found DNSSEC in order', 'dnssec', null, 'does not validate', [], true, false],
    ['knew that DNSSEC is whole again', 'dnssec', 'does not validate', null, [], true, true],
    ['found DNSSEC broken still', 'dnssec', 'does not validate', null, ['dnssec_bogus'], true, false],
    ['knew that the name is gone', 'name', 'in DNS', null, ['domain_not_found'], true, true],
    ['found the name', 'name', 'in DNS', null, [], true, false],
    ['knew that no server answers', 'name', 'in DNS', 'no name server serves it', ['delegation_dead'], true, true],
    ['could not check the name', 'dnssec', 'does not validate', null, [], false, false],
    [
      'had a part of its answers, and broken DNSSEC',
      'dnssec',
      null,
      'does not validate',
      ['dnssec_bogus'],
      false,
      true,
    ],
  ])('that %s before monitoring did has seen it', (_, part, old_value, new_value, ids, isChecked, hasSeen) => {
    const state = { ...weakened, part, old_value, new_value } as FoundChange
    const scan = sightOf(
      before,
      [],
      ids.map(id => ({ id })),
      isChecked,
    )
    const noted = withFound([], [state], { domain: 'shop.example', at: detected, scan })
    expect(noted).toHaveLength(hasSeen ? 0 : 1)
    expect(stillUnseen(noted, { ...scan, startedAt: after })).toEqual([])
  })

  it('whose lookup failed has not seen it', () => {
    const [piece] = scanWith(after, []).evidence
    const failed = { ...piece, outcome: 'failed', reason: 'timeout' } as ScanSight['evidence'][number]
    expect(stillUnseen(change, { startedAt: after, evidence: [failed], states: unchecked })).toEqual(change)
  })

  it('reads records with several strings and escapes, and knows for how long the old answer stays', () => {
    const spf = { ...weakened, part: 'spf', old_value: 'v=spf1 -all', new_value: 'v=spf1 include:a.example -all' }
    const changes = withFound([], [spf], { domain: 'shop.example', at: detected, scan: null })
    const answer = answered('shop.example', 'TXT', [
      String.raw`shop.example 300 TXT "a \"quoted\" \195\164"`,
      'shop.example 300 TXT "v=spf1 include:a." "example -all"',
    ])
    expect(stillUnseen(changes, { startedAt: before, evidence: [answer], states: unchecked })).toEqual([])
    expect(oldTtl(changes, { startedAt: before, evidence: [answer], states: unchecked })).toBe(300)
    const cut = { ...answer, answers: ['shop.example 300 TXT "v=spf1 inclu…'] }
    expect(stillUnseen(changes, { startedAt: before, evidence: [cut], states: unchecked })).toEqual(changes)
  })

  it.each([
    [
      'mx',
      ['10 mx1.a.example'],
      ['10 mx2.a.example', '20 mx3.a.example'],
      'MX',
      ['MX 20 mx3.a.example', 'MX 10 mx2.a.example'],
    ],
    ['ns', ['ns1.a.example'], ['ns2.b.example'], 'NS', ['NS ns2.b.example']],
  ] as const)('compares the records of %s', (part, old_value, new_value, type, lines) => {
    const changes = withFound([], [{ ...weakened, part, old_value, new_value }], {
      domain: 'a.example',
      at: detected,
      scan: null,
    })
    const scan = {
      startedAt: before,
      states: unchecked,
      evidence: [
        answered(
          'a.example',
          type,
          lines.map(line => `a.example 60 ${line}`),
        ),
      ],
    }
    expect(stillUnseen(changes, scan)).toEqual([])
  })

  it('has seen a policy of MTA-STS that it fetched later', () => {
    const policy = {
      ...weakened,
      part: 'mta-sts-policy',
      old_value: 'mode=enforce; sha256=1',
      new_value: 'mode=none; sha256=2',
    }
    const changes = withFound([], [policy], { domain: 'a.example', at: detected, scan: null })
    expect(stillUnseen(changes, { startedAt: after, evidence: [fetched(before)], states: unchecked })).toEqual(changes)
    expect(stillUnseen(changes, { startedAt: after, evidence: [fetched(after)], states: unchecked })).toEqual([])
  })
})

const shown = (isScanDue: boolean) => changesToShow(change, { isScanDue })
it('a scan is promised only where one is due', () => {
  expect(resultWords(shown(true))).toMatch(/^A new scan starts automatically and shows the result\./)
  expect(resultWords(shown(false))).toBe('No new scan starts automatically. This report has the state before.')
  expect(scanWords([...shown(false), ...shown(true)])).toMatch(/^A new scan starts/)
})

describe('what is known of a record', () => {
  it('is as of the scan, or as of the newest change after it', () => {
    const scan = { finished_at: before, changed_after_scan: change }
    expect(knownOf(scan, 'spf')).toEqual({ asOf: before, changes: [] })
    expect(knownOf(scan, 'dmarc')).toEqual({ asOf: detected, changes: change })
    expect(knownOf(scan).changes).toHaveLength(1)
    expect(knownOf({ finished_at: null })).toEqual({ asOf: null, changes: [] })
    expect(changedRecords(change)).toBe('DMARC')
  })
})
