import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { type DnsChange, reordered } from '@waxseal/core/watch'
import { describe, expect, it } from 'vitest'
import { withTreeErrors } from './snapshot-spf.ts'

const deep = (count: number): Zone => ({
  'deep.example': { TXT: [`v=spf1 ${Array.from({ length: count }, (_, at) => `a:h${at}.example`).join(' ')} -all`] },
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`h${at}.example`, { A: ['8.26.56.1'] }])),
})

function changed(before: string | null, after: string | null): DnsChange {
  return {
    change_type: 'spf_modified',
    severity: 'warning',
    change_description: 'SPF now includes deep.example',
    old_value: before,
    new_value: after,
    part: 'spf',
    fingerprint: 'f1',
  }
}

async function judged(change: DnsChange, zone: Zone): Promise<string> {
  const [first] = await withTreeErrors([change], 'example.com', zoneResolver(zone))
  return `${first?.severity}: ${first?.change_description}`
}

const kept = 'warning: SPF now includes deep.example'
const include = 'v=spf1 include:deep.example -all'

describe('a changed SPF record is critical when it ends in permerror through what it includes (RFC 7208 section 4.6)', () => {
  it.each<[string, Zone, string]>([
    ['eleven lookups', deep(10), 'critical: SPF now ends in permerror: 11 DNS lookups, but only 10 are allowed'],
    ['ten lookups', deep(9), kept],
    ['an include without a record', {}, 'critical: SPF now ends in permerror: include:deep.example (no SPF record)'],
    ['an include that could not be asked', { 'deep.example': { fail: 'timeout' } }, kept],
    [
      'an include with two records',
      { 'deep.example': { TXT: ['v=spf1 -all', 'v=spf1 ~all'] } },
      'critical: SPF now ends in permerror: include:deep.example (2 SPF records)',
    ],
  ])('%s', async (_, zone, words) => {
    expect(await judged(changed('v=spf1 -all', include), zone)).toBe(words)
    expect(await judged(changed(null, include), zone)).toBe(words)
  })

  it('is no worse where the record before ended in permerror too', async () => {
    expect(await judged(changed(include, `${include} exp=why.example.com`), deep(10))).toBe(kept)
  })

  it.each<[string, Zone, string]>([
    [
      'include:open.example',
      { 'open.example': { TXT: ['v=spf1 +all'] } },
      'critical: SPF now allows every server to send: include:open.example → +all',
    ],
    [
      'redirect=open.example',
      { 'open.example': { TXT: ['v=spf1 ip4:0.0.0.0/0 -all'] } },
      'critical: SPF now allows every server to send: redirect=open.example → ip4:0.0.0.0/0',
    ],
    [
      'exists:%{d}',
      { 'example.com': { A: ['8.26.56.1'] } },
      'critical: SPF now allows every server to send: exists:%{d}',
    ],
    [
      'exists:%{i}.list.example',
      Object.fromEntries(
        ['192.0.2.141', '198.51.100.87', '203.0.113.209'].map(ip => [`${ip}.list.example`, { A: ['127.0.0.2'] }]),
      ),
      'critical: SPF now allows every server to send: exists:%{i}.list.example',
    ],
    [
      'include:macro.example',
      {
        'macro.example': { TXT: ['v=spf1 exists:%{l}.all.example -all'] },
        'anyone.all.example': { A: ['127.0.0.2'] },
      },
      'critical: SPF now allows every server to send: include:macro.example → exists:%{l}.all.example',
    ],
    ['exists:%{i}.list.example', { '192.0.2.1.list.example': { A: ['127.0.0.2'] } }, kept],
    ['include:open.example', { 'open.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] } }, kept],
    ['include:open.example', { 'open.example': { fail: 'timeout' } }, kept],
  ])('or lets every server pass: %s', async (term, zone, words) => {
    expect(await judged(changed('v=spf1 -all', `v=spf1 ${term}`), zone)).toBe(words)
  })

  it('is named where it is so no longer, and stays a warning', async () => {
    const dropped = { ...changed(include, 'v=spf1 -all'), change_description: 'SPF no longer includes deep.example' }
    const rest = 'and no longer includes deep.example'
    expect(await judged(dropped, deep(10))).toBe(`warning: SPF no longer ends in permerror, ${rest}`)
    const open: Zone = { 'deep.example': { TXT: ['v=spf1 +all'] } }
    expect(await judged(dropped, open)).toBe(`warning: SPF no longer allows every server to send, ${rest}`)
    expect(await judged(dropped, { 'deep.example': { fail: 'timeout' } })).toBe(
      `warning: ${dropped.change_description}`,
    )
  })

  it('is not named twice where the record itself could not be read', async () => {
    const valid = { ...changed('v=spf1 mx foo', 'v=spf1 -all'), change_description: 'SPF record is valid again' }
    expect(await judged(valid, {})).toBe('warning: SPF record is valid again')
  })

  it.each<[string, Zone, string]>([
    [
      'ended in permerror: nothing is lost for certain',
      deep(10),
      'warning: SPF record removed, with which SPF ended in permerror: 11 DNS lookups, but only 10 are allowed',
    ],
    ['could be evaluated', deep(9), 'critical: SPF record removed'],
    ['could not be asked', { 'deep.example': { fail: 'timeout' } }, 'critical: SPF record removed'],
  ])('is judged at its removal by what the record led to, which %s', async (_, zone, words) => {
    const removal: DnsChange = {
      ...changed(include, null),
      severity: 'critical',
      change_description: 'SPF record removed',
    }
    expect(await judged(removal, zone)).toBe(words)
  })

  it('is a risk when its order changed and it ends in permerror: another lookup is one too many', async () => {
    const swapped = { ...changed(`v=spf1 mx include:deep.example -all`, `v=spf1 include:deep.example mx -all`) }
    const change: DnsChange = { ...swapped, severity: 'info', change_description: reordered }
    const mx: Zone = { 'example.com': { MX: [[10, 'h0.example']] } }
    expect(await judged(change, { ...deep(9), ...mx })).toBe('warning: SPF terms reordered, and SPF ends in permerror')
    expect(await judged(change, { ...deep(8), ...mx })).toBe(`info: ${reordered}`)
  })
})
