import { expect, it } from 'vitest'
import { changeNotes, changesLine } from './change-words.ts'
import type { ChangesReply } from './reply.ts'

const dmarc = {
  id: 'dmarc_missing',
  subject: null,
  check: 'dmarc',
  title: 'DMARC record missing',
  reason: 'DMARC record missing',
} as const
const spf = { id: 'spf_plus_all', subject: null, check: 'spf', title: '', reason: 'SPF allows everyone' } as const
const relay = (degree: 'worse' | 'better', id: 'relay_open' | 'relay_suspected') => {
  const titles = { relay_open: 'Mail server is an open relay', relay_suspected: 'Possible open relay' }
  const was = titles[id === 'relay_open' ? 'relay_suspected' : 'relay_open']
  const subject = 'mx1.example.com'
  return { id, subject, check: 'relay', title: titles[id], reason: `${titles[id]}: ${subject}`, degree, was } as const
}
const monitors = {
  id: 'dmarc_none',
  subject: null,
  check: 'dmarc',
  title: 'DMARC only monitors',
  reason: 'DMARC only monitors',
  degree: 'next',
  was: 'DMARC record missing',
} as const
const none: ChangesReply = {
  since: '2026-11-20T09:00:00.000Z',
  compared: 'all',
  score_before: 60,
  score_after: 60,
  fixed: [],
  added: [],
  changed: [],
  unchanged: 0,
  unknown: 0,
  not_compared: [],
}

it.each<[string, Partial<ChangesReply>]>([
  ['60 → 83, fixed: DMARC record missing', { score_after: 83, fixed: [dmarc] }],
  ['60 → 55, new: SPF allows everyone', { score_after: 55, added: [spf] }],
  ['60 → 83, fixed: DMARC record missing; new: SPF allows everyone', { score_after: 83, fixed: [dmarc], added: [spf] }],
  [
    '63 → 83, fixed: DMARC record missing; next step: DMARC only monitors',
    { score_before: 63, score_after: 83, fixed: [dmarc], changed: [monitors] },
  ],
  ['60 → 60, fixed: DMARC record missing', { fixed: [dmarc] }],
  ['not scored → 83, fixed: DMARC record missing', { score_before: null, score_after: 83, fixed: [dmarc] }],
  ['60 → 75', { score_after: 75 }],
  ['No changes', {}],
  ['No changes in the compared checks', { not_compared: ['dkim', 'blacklist', 'threat'] }],
  [
    '45 → 5, worse: Mail server is an open relay: mx1.example.com (was “Possible open relay”)',
    { score_before: 45, score_after: 5, changed: [relay('worse', 'relay_open')] },
  ],
  [
    '60 → 70, fixed: DMARC record missing; better: Possible open relay: mx1.example.com (was “Mail server is an open relay”); new: SPF allows everyone',
    { score_after: 70, fixed: [dmarc], changed: [relay('better', 'relay_suspected')], added: [spf] },
  ],
  [
    'Fixed: DMARC record missing; new: SPF allows everyone',
    { compared: 'findings', score_before: null, score_after: null, fixed: [dmarc], added: [spf] },
  ],
  ['No changes', { compared: 'findings', score_before: null, score_after: null }],
  ['Not comparable with the last scan', { compared: 'nothing', score_before: null, score_after: null }],
])('"%s"', (line, changes) => {
  expect(changesLine({ ...none, ...changes })).toBe(line)
})

it('names five findings, and counts the others', () => {
  const added = Array.from({ length: 34 }, (_, n) => ({ ...spf, reason: `Listed: list ${n + 1}` }))
  expect(changesLine({ ...none, added })).toBe(
    '60 → 60, new: Listed: list 1, Listed: list 2, Listed: list 3, Listed: list 4, Listed: list 5 and 29 more',
  )
})

it.each<[readonly string[], Partial<ChangesReply>]>([
  [[], {}],
  [['4 findings unchanged.', '1 finding could not be checked in both scans.'], { unchanged: 4, unknown: 1 }],
  [
    ['Scores aren’t comparable.', 'Some checks could not be compared: Open relay, Blacklists.'],
    { compared: 'findings', not_compared: ['relay', 'blacklist'] },
  ],
  [
    ['Some checks could not be compared: DKIM, Blacklists, Threat intelligence, SPF.'],
    { not_compared: ['dkim', 'blacklist', 'threat', 'spf'] },
  ],
  [['The plan or the scoring changed since then.'], { compared: 'nothing', unchanged: 0 }],
])('adds what stayed and what could not be compared: %j', (notes, changes) => {
  expect(changeNotes({ ...none, ...changes })).toEqual(notes)
})
