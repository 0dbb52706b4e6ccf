import { type Cause, isBehindTerm, mentions, voids } from './cause.ts'
import { clauses, nibbles, queryAt, tenHosts, terms, zoneAt } from './cause-example.ts'

export const mailauthCauses: readonly Cause[] = [
  {
    peer: 'mailauth',
    name: 'does not count empty look-ups behind an mx or ptr',
    clause: clauses.voidTerms,
    explains: difference =>
      /void lookups/.test(difference.ours.problem ?? '') &&
      voids(difference).some(asked => isBehindTerm(asked, difference)),
    example: {
      zone: zoneAt('uncounted', {
        '@': { TXT: ['v=spf1 mx:m0.@ mx:m1.@ mx:m2.@ -all'] },
        m0: { MX: [[1, 'a.@']] },
        m1: { MX: [[1, 'b.@']] },
        m2: { MX: [[1, 'c.@']] },
      }),
      query: queryAt('uncounted'),
      ours: 'permerror',
      theirs: 'fail',
    },
  },
  {
    peer: 'mailauth',
    name: 'sees that there are eleven mail exchangers only when none of the first ten has matched',
    clause: 'section 4.6.4: more than ten are a permerror; which ten come first is chance where preferences are equal',
    explains: ({ ours }) => /\b1\d mail exchangers/.test(ours.problem ?? ''),
    example: {
      zone: zoneAt('first', {
        '@': { TXT: ['v=spf1 mx:m.@ -all'] },
        m: { MX: Array.from({ length: 11 }, (_, at) => [at, at === 0 ? 'c.@' : `h${at % 10}.@`] as const) },
        c: { A: ['44.1.1.1'] },
        ...tenHosts,
      }),
      query: queryAt('first'),
      ours: 'permerror',
      theirs: 'pass',
    },
  },
  {
    peer: 'mailauth',
    name: 'counts a term twice whose %{p} and whose own question come back empty',
    clause: clauses.voidTerms,
    explains: (difference, zone) =>
      /Too many void/.test(difference.theirs.problem ?? '') &&
      (voids(difference).length > 2 || difference.ours.voidLookups === 2) &&
      mentions(difference, zone, /%\{p/i),
    example: {
      zone: zoneAt('both', { '@': { TXT: ['v=spf1 a:a.@ a:%{p}.@ -all'] } }),
      query: queryAt('both'),
      ours: 'fail',
      theirs: 'permerror',
    },
  },
  {
    peer: 'mailauth',
    name: 'expands macros once more in the domain that a term leaves out',
    clause: clauses.ownDomain,
    explains: ({ theirs, questions }) =>
      theirs.result === 'permerror' && questions.some(({ name, type }) => type === 'TXT' && name.includes('%')),
    example: {
      zone: zoneAt('again', {
        '@': { TXT: ['v=spf1 include:%{L}.@ -all'] },
        'a%2bb': { TXT: ['v=spf1 a -all'] },
      }),
      query: queryAt('again', '44.1.1.1', 'a+b'),
      ours: 'fail',
      theirs: 'permerror',
    },
  },
  {
    peer: 'mailauth',
    name: 'does not count a term whose macros give no name',
    clause: 'section 4.6.4: what is limited is the number of terms evaluated that cause DNS queries',
    explains: (difference, zone) =>
      /more than 10 DNS lookups/.test(difference.ours.problem ?? '') &&
      /[-.+_=/]{2}.*@/.test(difference.query.sender) &&
      mentions(difference, zone, /[:=]\S*%\{[sl]/i),
    example: {
      zone: zoneAt('nameless', {
        '@': { TXT: [`v=spf1 exists:%{lr-}.@ ${terms(10, at => `a:h${at}.@`)} ip4:44.0.0.0/8 -all`] },
        ...tenHosts,
      }),
      query: queryAt('nameless', '44.1.1.1', 'a--b'),
      ours: 'permerror',
      theirs: 'pass',
    },
  },
  {
    peer: 'mailauth',
    name: 'counts the PTR question of %{p} as a term of its own',
    clause: 'section 4.6.4 leaves it open: it limits terms, and says that the PTR records of %{p} are among the ten',
    explains: (difference, zone) =>
      /Too many DNS requests/.test(difference.theirs.problem ?? '') && mentions(difference, zone, /[:=]\S*%\{p/i),
    example: {
      zone: zoneAt('pointer', {
        '@': { TXT: [`v=spf1 ${terms(9, at => `a:h${at}.@`)} a:%{p}.@ ip4:44.0.0.0/8 -all`] },
        ...tenHosts,
      }),
      query: queryAt('pointer'),
      ours: 'pass',
      theirs: 'permerror',
    },
  },
  nibbles('mailauth', 'nibble2'),
]
