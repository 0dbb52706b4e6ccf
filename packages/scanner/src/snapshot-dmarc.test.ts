import { type Zone, zoneResolver } from '@waxseal/core/dns'
import type { DnsChange } from '@waxseal/core/watch'
import { expect, it } from 'vitest'
import { withParentPolicy } from './snapshot-dmarc.ts'

const own = 'v=DMARC1; p=none'

async function judged(before: string, zone: Zone, after: string | null = null): Promise<string> {
  const change: DnsChange = {
    change_type: 'dmarc_removed',
    severity: 'critical',
    change_description: 'DMARC record removed',
    old_value: before,
    new_value: after,
    part: 'dmarc',
    fingerprint: 'f1',
  }
  // The resolver still has the record of the subdomain.
  const cached = { '_dmarc.shop.example.com': { TXT: [before] }, ...zone }
  const [first] = await withParentPolicy([change], 'shop.example.com', zoneResolver(cached))
  return `${first?.severity}: ${first?.change_description}`
}

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
  ['only tested', own, parent('v=DMARC1; p=reject; t=y'), kept],
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
