import { octetsOfText, type Zone, zoneResolver } from '../../dns/index.ts'
import type { AddressSet } from '../address-set.ts'
import { addressesWith, spfVerdicts } from '../verdicts.ts'

/** The servers that the broken records name. */
const zone: Zone = {
  'example.com': { A: ['192.0.2.80'], MX: [[10, 'mx.example.com']] },
  'mx.example.com': { A: ['192.0.2.25'] },
  'mail.example.net': { A: ['203.0.113.7'] },
  'a.example': { TXT: ['v=spf1 ip4:198.51.100.0/25 -all'] },
  'b.example': { TXT: ['v=spf1 ip4:198.51.100.128/25 ~all'] },
}

/** The addresses that pass when `example.com` publishes this record. */
export async function passing(record: string): Promise<AddressSet> {
  return addressesWith(await spfVerdicts(zoneResolver(zone), 'example.com', record), 'pass')
}

const mx = '192.0.2.25'
const a = '198.51.100.0/25'
const b = '198.51.100.128/25'
const host = '203.0.113.7'

/** The text as its bytes in DNS, and what was meant by it: the networks that pass. */
type BrokenRecord = readonly [
  published: string | readonly string[],
  codes: string,
  record: string | null,
  meant: readonly string[],
]

export const brokenRecords: readonly BrokenRecord[] = [
  // The beginning.
  [' v=spf1 mx -all', 'leading_blank', 'v=spf1 mx -all', [mx]],
  ['\tv=spf1 mx -all', 'leading_blank', 'v=spf1 mx -all', [mx]],
  ['\u00a0v=spf1 mx -all', 'leading_blank', 'v=spf1 mx -all', [mx]],
  ['\ufeffv=spf1 mx -all', 'byte_order_mark', 'v=spf1 mx -all', [mx]],
  ['SPF: v=spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['SPF v=spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['spf=v=spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['=v=spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['@ v=spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['example.com v=spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['v=spf1&nbsp;mx&nbsp;-all', 'blank_kind', 'v=spf1 mx -all', [mx]],
  ['v=spf1; mx -all', 'separators', 'v=spf1 mx -all', [mx]],
  ['v=spf1;mx;include:a.example;-all', 'separators', 'v=spf1 mx include:a.example -all', [mx, a]],
  ['v=spf1, mx, include:a.example, ~all', 'separators', 'v=spf1 mx include:a.example ~all', [mx, a]],
  ['V = spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['v=spf 1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['v:spf1 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['v=spf10 mx -all', 'version', 'v=spf1 mx -all', [mx]],
  ['v=spf1include:a.example -all', 'version_blank', 'v=spf1 include:a.example -all', [a]],
  ['include:a.example ~all', 'no_version', 'v=spf1 include:a.example ~all', [a]],
  ['v=spf1 mx v=spf1 include:a.example -all', '', 'v=spf1 mx include:a.example -all', [mx, a]],
  ['V=SPF1 MX -ALL', '', 'v=spf1 MX -all', [mx]],
  // Characters.
  ['"v=spf1 mx -all"', 'quotes', 'v=spf1 mx -all', [mx]],
  ['“v=spf1 mx -all”', 'quotes', 'v=spf1 mx -all', [mx]],
  ['\\"v=spf1 mx -all\\"', 'quotes', 'v=spf1 mx -all', [mx]],
  [
    'v=spf1 include:a.example" "include:b.example -all',
    'quotes',
    'v=spf1 include:a.example include:b.example -all',
    [a, b],
  ],
  [
    '"v=spf1 include:a.exa" "mple include:b.example -all"',
    'quotes',
    'v=spf1 include:a.example include:b.example -all',
    [a, b],
  ],
  ['v=spf1 mx –all', 'dash', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx —all', 'dash', 'v=spf1 mx -all', [mx]],
  ['v=spf1\u00a0mx\u00a0-all', 'blank_kind', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx\u200b -all', 'invisible', 'v=spf1 mx -all', [mx]],
  // Terms.
  ['v=spf1 include: a.example -all', 'term:blank', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 include :a.example -all', 'term:blank', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 ip4 : 203.0.113.7 -all', 'term:blank', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 mx - all', 'term:blank', 'v=spf1 mx -all', [mx]],
  ['v=spf1; include=a.example -all', 'separators term:colon', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 ipv4:203.0.113.7 -all', 'term:name', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 ip:203.0.113.7 -all', 'term:name', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 ip:2001:db8::/32 -all', 'term:name', 'v=spf1 ip6:2001:db8::/32 -all', ['2001:db8::/32']],
  ['v=spf1 ipv6:2001:db8::1 mx -al', 'term:name term:name', 'v=spf1 ip6:2001:db8::1 mx -all', [mx, '2001:db8::1']],
  ['v=spf1 ip4:2001:db8::/32 -all', 'term:family', 'v=spf1 ip6:2001:db8::/32 -all', ['2001:db8::/32']],
  ['v=spf1 ip6:203.0.113.7 -all', 'term:family', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 ip4:mail.example.net -all', 'term:host', 'v=spf1 a:mail.example.net -all', [host]],
  ['v=spf1 a:203.0.113.7 -all', 'term:address', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 include:203.0.113.7 -all', 'term:address', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 203.0.113.7 -all', 'term:bare', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 ip4:198.51.100.0/255.255.255.128 -all', 'term:mask', 'v=spf1 ip4:198.51.100.0/25 -all', [a]],
  ['v=spf1 redirect:a.example', 'term:equals', 'v=spf1 redirect=a.example', [a]],
  ['v=spf1 include:https://a.example/ -all;', 'separators term:url', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 include:a.example~all', 'term:missing_blank', 'v=spf1 include:a.example ~all', [a]],
  ['v=spf1 ip4:203.0.113.7-all', 'term:missing_blank', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  [
    'v=spf1 ip4:203.0.113.7ip4:192.0.2.25 -all',
    'term:missing_blank',
    'v=spf1 ip4:203.0.113.7 ip4:192.0.2.25 -all',
    [mx, host],
  ],
  ['v=spf1 ip4:203.0.113.7. mx -all.', 'term:stray term:stray', 'v=spf1 ip4:203.0.113.7 mx -all', [mx, host]],
  ['v=spf1 mx --all', 'term:stray', 'v=spf1 mx -all', [mx]],
  ['v=spf1 include:a,example -all;', 'separators term:comma', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 ip4:203,0.113.7 -all', 'term:comma', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 includea.example -all', 'term:missing_colon', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 ip4203.0.113.7 -all', 'term:missing_colon', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  // No top-level domain ends with -all.
  ['v=spf1 a:mail.example.net-all', 'term:missing_blank', 'v=spf1 a:mail.example.net -all', [host]],
  ['v=spf1 a:mail.example.net+all', 'term:missing_blank removed:open', 'v=spf1 a:mail.example.net ~all', [host]],
  ['v=spf1 redirect=a.example-all', 'term:missing_blank', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 mx a:mail-all.example.net -all', '', 'v=spf1 mx a:mail-all.example.net -all', [mx]],
  [
    'v=spf1 redirect=a.example redirect=b.example',
    'twice no_ending',
    'v=spf1 include:a.example include:b.example ~all',
    [a, b],
  ],
  ['v=spf1 redirect=a.example redirect=a.example', 'twice', 'v=spf1 redirect=a.example', [a]],
  ['v=spf1 mx exp=a.example exp=b.example -all', 'twice', 'v=spf1 mx -all exp=a.example', [mx]],
  // A line of a zone file.
  ['TXT "v=spf1 mx -all"', 'zone_line', 'v=spf1 mx -all', [mx]],
  ['example.com. 3600 IN TXT "v=spf1 mx -all"', 'zone_line', 'v=spf1 mx -all', [mx]],
  // What receivers ignore, and no other term names a sender.
  ['v=spf1 ip4=203.0.113.7 -all', 'ignored_modifier', 'v=spf1 ip4:203.0.113.7 -all', [host]],
  ['v=spf1 include=a.example ~all', 'ignored_modifier', 'v=spf1 include:a.example ~all', [a]],
  ['v=spf1 -all include:a.example', 'after_all', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 redirect=a.example -all', 'after_all', 'v=spf1 include:a.example -all', [a]],
  ['v=spf1 -all ip4:0.0.0.0/0', 'after_all', 'v=spf1 -all', []],
  ['v=spf1 ip4=203.0.113.300 -all', 'ignored_modifier no_senders', null, []],
  // Order and ending.
  ['v=spf1 mx -all all', '', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx -all include:a.example', 'after_all', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx -all -all', '', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx -all please', 'after_all', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx redirect=a.example -all', 'after_all', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx include=a.example -all', 'ignored_modifier', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx +all', 'removed:open', 'v=spf1 mx ~all', [mx]],
  ['v=spf1 all mx -all', 'removed:open', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx ip4:0.0.0.0/0 -all', 'removed:open', 'v=spf1 mx -all', [mx]],
  ['v=spf1 mx ?all', 'neutral', 'v=spf1 mx ~all', [mx]],
  ['v=spf1 mx', 'no_ending', 'v=spf1 mx ~all', [mx]],
  // Several records.
  [
    ['v=spf1 mx ip4=203.0.113.7 -all', 'v=spf1 include:a.example -all'],
    'several_records ignored_modifier',
    'v=spf1 mx ip4:203.0.113.7 include:a.example -all',
    [mx, a, host],
  ],
  [
    ['v=spf1 mx -all', 'v=spf1 include:a.example mx ~all'],
    'several_records',
    'v=spf1 mx include:a.example -all',
    [mx, a],
  ],
  [
    ['v=spf1 redirect=a.example', 'v=spf1 mx ?all'],
    'several_records neutral',
    'v=spf1 include:a.example mx ~all',
    [mx, a],
  ],
  [
    ['v=spf1 mx +all', 'v=spf1 ipv4:203.0.113.7 ~all'],
    'several_records removed:open term:name',
    'v=spf1 mx ip4:203.0.113.7 ~all',
    [mx, host],
  ],
  // Nothing that a program can know.
  ['v=spf1 ip4:192.0.2.300 -all', 'unreadable', null, []],
  ['v=spf1 mx foo:bar -all', 'unreadable', null, []],
  ['v=spf1 +all', 'removed:open no_senders', null, []],
  ['v=spf1 ?all', 'neutral no_senders', null, []],
  ['spf2.0/pra mx -all', 'sender_id', null, []],
]

/** Typed texts as their bytes in DNS. */
export const octets = (published: string | readonly string[]): string[] =>
  (typeof published === 'string' ? [published] : published).map(octetsOfText)
