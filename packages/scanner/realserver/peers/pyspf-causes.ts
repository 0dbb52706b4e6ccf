import { type Cause, hasUnaskedHosts, isBehindTerm, mentions, redirectsRead, voids } from './cause.ts'
import { causeZone, clauses, queryAt, tenHosts, terms, zoneAt } from './cause-example.ts'

export const pyspfCauses: readonly Cause[] = [
  {
    peer: 'pyspf',
    name: 'counts every empty look-up behind an mx or ptr, and those of %{p} in terms and explanations it never needs',
    clause: clauses.voidTerms,
    explains: (difference, zone) =>
      /Void lookup limit/.test(difference.theirs.problem ?? '') &&
      (voids(difference).length > 2 ||
        (difference.ours.voidLookups === 2 && voids(difference).some(asked => isBehindTerm(asked, difference))) ||
        hasUnaskedHosts(difference, ['MX', 'PTR']) ||
        mentions(difference, zone, /%\{p/i)),
    example: {
      zone: zoneAt('early', {
        '@': { TXT: ['v=spf1 a:a.@ a:b.@ ip4:44.0.0.0/8 exp=x.@ -all'] },
        x: { TXT: ['you are %{p}'] },
      }),
      query: queryAt('early'),
      ours: 'pass',
      theirs: 'permerror',
    },
  },
  {
    peer: 'pyspf',
    name: 'counts an alias that leads to nothing twice',
    clause: clauses.voidTerms,
    explains: difference =>
      /Void lookup limit/.test(difference.theirs.problem ?? '') &&
      voids(difference).some(({ answer }) => answer.via.cnames.length > 0),
    example: {
      zone: zoneAt('twice', {
        '@': { TXT: ['v=spf1 a:c0.@ a:c1.@ -all'] },
        c0: { CNAME: ['t.@'] },
        c1: { CNAME: ['t.@'] },
        t: { TXT: ['no address'] },
      }),
      query: queryAt('twice'),
      ours: 'fail',
      theirs: 'permerror',
    },
  },
  {
    peer: 'pyspf',
    name: 'refuses an include of its own domain before it comes to it',
    clause:
      'section 4.6.4: a loop ends at the limit of terms evaluated; section 4.6.2: what matches before it, matches',
    explains: ({ theirs }) => /include has trivial recursion/.test(theirs.problem ?? ''),
    example: {
      zone: zoneAt('itself', { '@': { TXT: ['v=spf1 ip4:44.0.0.0/8 include:@ -all'] } }),
      query: queryAt('itself'),
      ours: 'pass',
      theirs: 'permerror',
    },
  },
  {
    peer: 'pyspf',
    name: 'counts a redirect= it does not follow',
    clause: clauses.redirect,
    explains: (difference, zone) =>
      /Too many DNS lookups/.test(difference.theirs.problem ?? '') &&
      difference.ours.lookups + redirectsRead(difference, zone) > 10,
    example: {
      zone: zoneAt('unread', {
        '@': { TXT: [`v=spf1 ${terms(10, at => `a:h${at}.@`)} ip4:44.0.0.0/8 redirect=r.@`] },
        ...tenHosts,
      }),
      query: queryAt('unread'),
      ours: 'pass',
      theirs: 'permerror',
    },
  },
  {
    peer: 'pyspf',
    name: 'keeps delimiters in place of dots, but for %{s} and %{l}',
    clause: clauses.split,
    explains: (difference, zone) => mentions(difference, zone, /%\{[^sl}]\d*r?\.*[-+,/_=]/i),
    example: {
      zone: zoneAt('kept', {
        '@': { TXT: ['v=spf1 exists:%{h-}.@ -all'] },
        [`mail.1.kept.${causeZone.replaceAll('-', '.')}`]: { A: ['127.0.0.2'] },
      }),
      query: queryAt('kept'),
      ours: 'pass',
      theirs: 'fail',
    },
  },
  {
    peer: 'pyspf',
    name: 'lets a macro keep no parts at all',
    clause: 'section 7.3: the number of parts must not be zero; section 4.6: so the record is a permerror',
    explains: ({ ours }) => /keeps 0 parts/.test(ours.problem ?? ''),
    example: {
      zone: zoneAt('zero', { '@': { TXT: ['v=spf1 ip4:44.0.0.0/8 exists:%{d0}.@ -all'] } }),
      query: queryAt('zero'),
      ours: 'permerror',
      theirs: 'pass',
    },
  },
  {
    peer: 'pyspf',
    name: 'asks for every mail exchanger although one has matched',
    clause: 'section 5.4: if any address matches, the mechanism matches; no error of one behind it changes that',
    explains: difference =>
      difference.theirs.result === 'temperror' &&
      !difference.ours.result.endsWith('error') &&
      hasUnaskedHosts(difference, ['MX']),
    example: {
      zone: {
        ...zoneAt('every', {
          '@': { TXT: ['v=spf1 mx:m.@ -all'] },
          m: {
            MX: [
              [1, 'a.@'],
              [2, 'every.broken.example'],
            ],
          },
          a: { A: ['44.1.1.1'] },
        }),
        'every.broken.example': { fail: 'servfail' },
      },
      query: queryAt('every'),
      ours: 'pass',
      theirs: 'temperror',
    },
  },
  {
    peer: 'pyspf',
    name: 'expands macros once more in the domain that a term leaves out',
    clause: clauses.ownDomain,
    explains: ({ theirs, questions }) =>
      /invalid-macro-char/.test(theirs.problem ?? '') &&
      questions.some(({ name, type }) => type === 'TXT' && name.includes('%')),
    example: {
      zone: zoneAt('anew', {
        '@': { TXT: ['v=spf1 include:%{L}.@ -all'] },
        'a%2bb': { TXT: ['v=spf1 a -all'] },
      }),
      query: queryAt('anew', '44.1.1.1', 'a+b'),
      ours: 'fail',
      theirs: 'permerror',
    },
  },
]
