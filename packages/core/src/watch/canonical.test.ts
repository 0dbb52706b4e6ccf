import { describe, expect, it } from 'vitest'
import { canonicalValues } from './canonical.ts'
import { compareSnapshot } from './compare.ts'
import { readSnapshot } from './read-snapshot.ts'
import { hours, noon, partOf, snapshotAt } from './watched.fixture.ts'

const txt = (...strings: string[]) => ({ type: 'TXT' as const, name: 'example.com', ttl: 60, strings })
const spf = 'v=spf1 mx -all'
const dmarc = 'v=DMARC1; p=reject'
const key = 'v=DKIM1; p=AAAA'

describe('a second record in another spelling is a second record', () => {
  it.each([
    ['spf', spf, 'v=spf1  mx  -all'],
    ['spf', spf, 'V=SPF1 MX -ALL'],
    ['dmarc', dmarc, 'v=DMARC1;p=reject'],
    ['dkim', key, 'v=DKIM1;p=AA AA'],
    ['mta-sts', 'v=STSv1; id=1', 'v=STSv1;id=1;'],
  ] as const)('%s: %j and %j', (kind, one, other) => {
    const first = canonicalValues(kind, [txt(one)])
    expect(first).toHaveLength(1)
    expect(canonicalValues(kind, [txt(one), txt(other)])).toEqual([...first, ...first])
  })

  it('where its text is divided into strings in another way, too', () => {
    expect(canonicalValues('spf', [txt(spf), txt('v=spf1 ', 'mx -all')])).toEqual([spf, spf])
  })

  it('and one that a server sends twice is one (RFC 2181 section 5)', () => {
    expect(canonicalValues('spf', [txt(spf), txt(spf)])).toEqual([spf])
  })

  it('but names and addresses are sets', () => {
    const ns = { type: 'NS' as const, name: 'example.com', ttl: 60, target: 'ns1.example.com' }
    expect(canonicalValues('ns', [ns, ns])).toEqual(['ns1.example.com'])
  })

  it.each([
    ['spf', spf, 'critical: 2 SPF records found, so receivers return permerror', 'info: Only one SPF record is left'],
    [
      'dmarc',
      dmarc,
      'critical: 2 DMARC records found, so receivers ignore all of them',
      'info: DMARC record is valid now, with policy reject',
    ],
  ])('which monitoring reports, also of %s snapshots in files', (part, value, comes, goes) => {
    const read = (time: number, ...values: string[]) => {
      const snapshot = readSnapshot(JSON.parse(JSON.stringify(snapshotAt(time, partOf(part, ...values)))))
      if (snapshot === null) throw new Error('not read')
      return snapshot
    }
    const one = compareSnapshot(null, read(noon, value))
    const two = compareSnapshot(one.memory, read(hours(1), value, value))
    const three = compareSnapshot(two.memory, read(hours(2), value))
    const words = [two, three].flatMap(({ changes }) =>
      changes.map(({ severity, change_description }) => `${severity}: ${change_description}`),
    )
    expect(words).toEqual([comes, goes])
    expect(two.changes[0]).toMatchObject({ old_value: value, new_value: [value, value] })
  })
})
