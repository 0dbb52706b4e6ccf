import { parseAddress } from '@waxseal/core/dns'
import type { Difference } from './agreement.ts'
import {
  type Cause,
  hasUnaskedHosts,
  isBehindTerm,
  isFailed,
  isFour,
  mentions,
  redirectsRead,
  textsRead,
  voids,
} from './cause.ts'
import { clauses, nibbles, queryAt, tenHosts, terms, zoneAt } from './cause-example.ts'

function coversMapped({ query }: Difference, text: string): boolean {
  const client = parseAddress(query.ip)
  if (client === null) return false
  const value = (0xffffn << 32n) | (client.value & 0xffff_ffffn)
  return [...text.matchAll(/[ +~?-]ip6:([0-9a-f:.]+)(?:\/(\d+))?/gi)].some(([, network = '', length = '128']) => {
    const hostBits = BigInt(128 - Number(length))
    const address = parseAddress(network)
    return address !== null && address.value >> hostBits === value >> hostBits
  })
}

/** Mail::SPF implements RFC 4408, the predecessor of RFC 7208. */
export const mailSpfCauses: readonly Cause[] = [
  {
    peer: 'Mail::SPF',
    name: 'compares IPv4 clients, mapped, with ip6 networks',
    clause: 'section 5: an IPv4 address, mapped or not, is evaluated using IPv4 mechanisms',
    explains: (difference, zone) =>
      isFour(difference) && textsRead(difference, zone).some(text => coversMapped(difference, text)),
    example: {
      zone: zoneAt('mapped', { '@': { TXT: ['v=spf1 ip6:::/0 -all'] } }),
      query: queryAt('mapped'),
      ours: 'fail',
      theirs: 'pass',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'counts every empty look-up behind an mx or ptr',
    clause: clauses.voidTerms,
    explains: (difference, zone) =>
      /Maximum void/.test(difference.theirs.problem ?? '') &&
      difference.theirs.result === 'permerror' &&
      mentions(difference, zone, /[ +~?-](?:mx|ptr)|%\{p/i) &&
      (voids(difference).length > 2 || difference.ours.voidLookups === 2),
    example: {
      zone: zoneAt('voids', {
        '@': { TXT: ['v=spf1 mx:m.@ -all'] },
        m: {
          MX: [
            [1, 'a.@'],
            [2, 'b.@'],
            [3, 'c.@'],
          ],
        },
      }),
      query: queryAt('voids'),
      ours: 'fail',
      theirs: 'permerror',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'asks for the addresses of a null MX',
    clause: 'RFC 7505 section 3: the name `.` says that there is no mail exchanger; nothing is asked of it',
    explains: ({ theirs, questions }) =>
      /Maximum void/.test(theirs.problem ?? '') &&
      questions.some(
        ({ answer }) =>
          answer.kind === 'records' && answer.records.some(record => record.type === 'MX' && record.exchange === '.'),
      ),
    example: {
      zone: zoneAt('null', {
        '@': { TXT: ['v=spf1 mx:a.@ mx:b.@ mx:c.@ -all'] },
        a: { MX: [[0, '.']] },
        b: { MX: [[0, '.']] },
        c: { MX: [[0, '.']] },
      }),
      query: queryAt('null'),
      ours: 'fail',
      theirs: 'permerror',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'takes an alias that leads to a name without the record for an answer',
    clause: 'section 4.6.4 with RFC 2308 section 2.2: an answer that holds only the alias is no data',
    explains: difference =>
      /void lookups/.test(difference.ours.problem ?? '') &&
      voids(difference).some(({ answer }) => answer.via.cnames.length > 0),
    example: {
      zone: zoneAt('alias', {
        '@': { TXT: [`v=spf1 ${terms(3, at => `a:c${at}.@`)} -all`] },
        c0: { CNAME: ['t.@'] },
        c1: { CNAME: ['t.@'] },
        c2: { CNAME: ['t.@'] },
        t: { TXT: ['no address'] },
      }),
      query: queryAt('alias'),
      ours: 'permerror',
      theirs: 'fail',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'dies of a name with an empty label',
    clause: 'section 2.6: there are seven results, and section 4.8 leaves open only which one such a name leads to',
    explains: ({ theirs }) => theirs.result === 'crash' && /empty label/.test(theirs.problem ?? ''),
    example: {
      zone: zoneAt('empty', { '@': { TXT: ['v=spf1 exists:%{l1r-}.%{lr-}.@ -all'] } }),
      query: queryAt('empty', '44.1.1.1', 'a--b'),
      ours: 'fail',
      theirs: 'crash',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'dies when an explanation meets the limit of void look-ups',
    clause: 'section 6.2: with any error in the explanation there is none, and the result stands',
    explains: ({ theirs, ours }) =>
      theirs.result === 'crash' && /EProcessingLimitExceeded/.test(theirs.problem ?? '') && ours.result === 'fail',
    example: {
      zone: zoneAt('explained', {
        '@': { TXT: ['v=spf1 a:a.@ a:b.@ exp=x.@ -all'] },
        x: { TXT: ['you are %{p}'] },
      }),
      query: queryAt('explained'),
      ours: 'fail',
      theirs: 'crash',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'looks at the first ten of eleven mail exchangers',
    clause: 'section 4.6.4: an mx that leads to more than ten addresses to be asked is a permerror',
    explains: ({ ours }) => /\b1\d mail exchangers/.test(ours.problem ?? ''),
    example: {
      zone: zoneAt('eleven', {
        '@': { TXT: ['v=spf1 mx:m.@ -all'] },
        m: { MX: Array.from({ length: 11 }, (_, at) => [at, `h${at % 10}.@`] as const) },
        ...tenHosts,
      }),
      query: queryAt('eleven'),
      ours: 'permerror',
      theirs: 'fail',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'reads macros only when it comes to them',
    clause: clauses.whole,
    explains: ({ ours }) => ours.result === 'permerror' && /macro/.test(ours.problem ?? ''),
    example: {
      zone: zoneAt('macro', { '@': { TXT: ['v=spf1 ip4:44.0.0.0/8 a:%{c}.@ -all'] } }),
      query: queryAt('macro'),
      ours: 'permerror',
      theirs: 'pass',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'counts a redirect= it does not follow',
    clause: clauses.redirect,
    explains: (difference, zone) =>
      /DNS-interactive terms/.test(difference.theirs.problem ?? '') &&
      difference.ours.lookups + redirectsRead(difference, zone) > 10,
    example: {
      zone: zoneAt('unfollowed', {
        '@': { TXT: [`v=spf1 ${terms(10, at => `a:h${at}.@`)} ip4:44.0.0.0/8 redirect=r.@`] },
        ...tenHosts,
      }),
      query: queryAt('unfollowed'),
      ours: 'pass',
      theirs: 'permerror',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'loses the upper case of macros in names',
    clause: 'section 7.3: upper case means that the value is URL-escaped',
    explains: (difference, zone) =>
      mentions(difference, zone, /[:=]\S*%\{S/) ||
      (/[^\w.@~-]/.test(difference.query.sender) && mentions(difference, zone, /[:=]\S*%\{L/)),
    example: {
      zone: zoneAt('upper', { '@': { TXT: ['v=spf1 exists:%{L}.@ -all'] }, 'a%2bb': { A: ['127.0.0.2'] } }),
      query: queryAt('upper', '44.1.1.1', 'a+b'),
      ours: 'pass',
      theirs: 'fail',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'does not split at delimiters that stand alone',
    clause: clauses.split,
    explains: (difference, zone) => mentions(difference, zone, /%\{[a-z][.]*[-+,/_=][-.+,/_=]*\}/i),
    example: {
      zone: zoneAt('alone', { '@': { TXT: ['v=spf1 exists:%{l-}.@ -all'] }, 'a.b': { A: ['127.0.0.2'] } }),
      query: queryAt('alone', '44.1.1.1', 'a-b'),
      ours: 'pass',
      theirs: 'fail',
    },
  },
  {
    peer: 'Mail::SPF',
    name: 'takes mail exchangers as they come, not by their preference',
    clause: 'section 5.4: an address look-up on each name in order of MX preference; the first match decides',
    explains: difference => {
      const { ours, theirs } = difference
      const theirsEnded = theirs.result === 'temperror' || /Maximum void/.test(theirs.problem ?? '')
      if (theirsEnded && ours.result !== 'permerror') return hasUnaskedHosts(difference, ['MX'])
      // An exchanger that fails, or is the third void lookup, comes before the one that matches.
      if (theirs.result.endsWith('error')) return false
      const enders = ours.result === 'temperror' ? difference.questions.filter(isFailed) : voids(difference)
      const oursEnded = ours.result === 'temperror' || /void lookups/.test(ours.problem ?? '')
      return oursEnded && enders.some(asked => isBehindTerm(asked, difference))
    },
    example: {
      zone: {
        ...zoneAt('order', {
          '@': { TXT: ['v=spf1 mx:m.@ -all'] },
          m: { MX: [[1, 'a.@'], ...Array.from({ length: 9 }, (_, at) => [2, `order${at}.broken.example`] as const)] },
          a: { A: ['44.1.1.1'] },
        }),
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [`order${at}.broken.example`, { fail: 'servfail' as const }]),
        ),
      },
      query: queryAt('order'),
      ours: 'pass',
      theirs: 'temperror',
      chance: true,
    },
  },
  nibbles('Mail::SPF', 'nibble1'),
]
