import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { type DnsChange, valuesOf } from '@waxseal/core/watch'
import { expect, it } from 'vitest'
import { withParentPolicy } from './snapshot-dmarc.ts'

const own = 'v=DMARC1; p=none'

const changed = (before: DnsChange['old_value'], after: DnsChange['new_value']): DnsChange => ({
  change_type: 'dmarc_removed',
  severity: 'critical',
  change_description: 'DMARC record removed',
  old_value: before,
  new_value: after,
  part: 'dmarc',
  fingerprint: 'f1',
})

async function judgedChange(change: DnsChange, zone: Zone): Promise<string> {
  // The resolver still has the record of the subdomain.
  const cached = { '_dmarc.shop.example.com': { TXT: [...valuesOf(change.old_value)] }, ...zone }
  const [first] = await withParentPolicy([change], 'shop.example.com', zoneResolver(cached))
  return `${first?.severity}: ${first?.change_description}`
}

const judged = (before: string, zone: Zone, after: string | null = null) => judgedChange(changed(before, after), zone)
const weaker = (is: string, was: string) =>
  `DMARC record with policy ${is} added, weaker than policy ${was} of example.com`

const parent = (record: string): Zone => ({ '_dmarc.example.com': { TXT: [record] } })
const words = (was: string, is: string) =>
  `DMARC record with policy ${was} removed, so policy ${is} of example.com applies`
const kept = 'critical: DMARC record removed'

it.each<[string, string, Zone, string]>([
  ['stricter', own, parent('v=DMARC1; p=reject'), `info: ${words('none', 'reject')}`],
  ['stricter for subdomains', own, parent('v=DMARC1; p=none; sp=quarantine'), `info: ${words('none', 'quarantine')}`],
  ['as strict', 'v=DMARC1; p=reject', parent('v=DMARC1; p=reject'), `info: ${words('reject', 'reject')}`],
  ['weaker', 'v=DMARC1; p=reject', parent('v=DMARC1; p=quarantine'), `warning: ${words('reject', 'quarantine')}`],
  ['none', 'v=DMARC1; p=reject', parent('v=DMARC1; p=reject; sp=none'), `critical: ${words('reject', 'none')}`],
  ['only tested', own, parent('v=DMARC1; p=reject; t=y'), `info: ${words('none', 'reject (t=y)')}`],
  [
    'tested, so weaker',
    'v=DMARC1; p=reject',
    parent('v=DMARC1; p=reject; t=y'),
    `warning: ${words('reject', 'reject (t=y)')}`,
  ],
  [
    'tested, so none',
    'v=DMARC1; p=quarantine',
    parent('v=DMARC1; p=none; sp=quarantine; t=y'),
    `critical: ${words('quarantine', 'quarantine (t=y)')}`,
  ],
  [
    'as weak in effect',
    'v=DMARC1; p=quarantine',
    parent('v=DMARC1; p=reject; pct=50'),
    `info: ${words('quarantine', 'reject (pct=50)')}`,
  ],
  ['not there', own, {}, kept],
  ['invalid', own, parent('v=DMARC1; p=always'), kept],
  ['not known', own, { '_dmarc.example.com': { fail: 'timeout' } }, kept],
])(
  'a removed DMARC record of a subdomain is judged by the policy of the parent domain: %s',
  async (_, before, zone, said) => {
    expect(await judged(before, zone)).toBe(said)
  },
)

it('a record that stays, or that receivers ignored, is judged by itself', async () => {
  expect(await judged(own, parent('v=DMARC1; p=reject'), 'v=DMARC1; p=quarantine')).toBe(kept)
  expect(await judged('v=DMARC1 p=none', parent('v=DMARC1; p=reject'))).toBe(kept)
})

it.each<[string, string[], string]>([
  [
    'two records, of which receivers use none (section 4.10)',
    ['v=DMARC1; p=reject', 'v=DMARC1; p=none'],
    'warning: 2 DMARC records found, which receivers ignore, so policy quarantine of example.com applies',
  ],
  [
    'a text that is no record any more',
    ['dmarc1; p=reject'],
    'warning: DMARC record is now invalid, so policy quarantine of example.com applies',
  ],
  ['a record with an unknown policy, which stops the search', ['v=DMARC1; p=always'], kept],
])('so is a record that became %s', async (_, after, said) => {
  const change = changed('v=DMARC1; p=reject', after)
  expect(await judgedChange(change, parent('v=DMARC1; p=quarantine'))).toBe(said)
})

it.each<[string, string, string]>([
  ['none below reject', 'v=DMARC1; p=none', `critical: ${weaker('none', 'reject')}`],
  ['quarantine below reject', 'v=DMARC1; p=quarantine', `warning: ${weaker('quarantine', 'reject')}`],
  ['reject below reject', 'v=DMARC1; p=reject', kept],
  ['reject in test mode below reject', 'v=DMARC1; p=reject; t=y', `warning: ${weaker('reject (t=y)', 'reject')}`],
  [
    'quarantine for no mail below reject',
    'v=DMARC1; p=quarantine; pct=0',
    `critical: ${weaker('quarantine (pct=0)', 'reject')}`,
  ],
  [
    'an unknown policy below reject',
    'v=DMARC1; p=always',
    'critical: Invalid DMARC record, so policy reject of example.com no longer applies',
  ],
])('a record added at a subdomain takes the policy of the parent domain away: %s', async (_, record, said) => {
  for (const before of [null, ['v=DMARC1; p=reject', 'v=DMARC1; p=none']]) {
    expect(await judgedChange(changed(before, record), parent('v=DMARC1; p=reject'))).toBe(said)
  }
})

it.each([
  ['none below reject in test mode, which is quarantine', 'v=DMARC1; p=none', 'v=DMARC1; p=reject; t=y', 'critical'],
  ['quarantine below the same', 'v=DMARC1; p=quarantine', 'v=DMARC1; p=reject; t=y', null],
  ['quarantine in test mode below quarantine', 'v=DMARC1; p=quarantine; t=y', 'v=DMARC1; p=quarantine', 'critical'],
  ['none below quarantine in test mode, which is none', 'v=DMARC1; p=none', 'v=DMARC1; p=quarantine; t=y', null],
])('policies count as receivers apply them (RFC 9989 section 4.7): %s', async (_, own, above, severity) => {
  const said = await judgedChange(changed(null, own), parent(above))
  if (severity === null) expect(said).toBe(kept)
  else expect(said).toMatch(new RegExp(`^${severity}: DMARC record with policy .* added, weaker than policy `))
})
