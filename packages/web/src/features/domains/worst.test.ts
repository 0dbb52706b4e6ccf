import { expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { authenticationWord, worstOf } from './worst.ts'

const word = (fields: Parameters<typeof aDomain>[1]): string => worstOf(aDomain('a.example', fields)).word

it('SPF and DMARC have the words of the report, or a word for the state where a scan before stored none', () => {
  const published = aDomain('a.example', { auth_status: 'fail', auth_text: 'SPF allows everyone' })
  expect(authenticationWord(published)).toEqual({ tone: 'poor', word: 'SPF allows everyone' })
  expect(authenticationWord({ ...published, auth_text: null })).toEqual({ tone: 'poor', word: 'Fail' })
  expect(authenticationWord({ ...published, auth_status: 'unknown', auth_text: null })).toBeNull()
  const half = { ...published, auth_status: 'unknown', auth_text: 'SPF: found, DMARC: could not check' } as const
  expect(authenticationWord(half)).toEqual({ tone: 'unknown', word: half.auth_text })
  expect(worstOf(half).word).toBe('Partly checked')
})

it('the worst result of a domain is the gravest one, named so that it needs no heading', () => {
  const noDmarc = { auth_status: 'partial', auth_text: 'SPF only', health_score: 60 } as const
  expect(word({ ...noDmarc, relay_test_result: 'open', blacklist_count: 2 })).toBe('Open relay')
  expect(word({ ...noDmarc, blacklist_count: 2 })).toBe('On 2 blocklists')
  expect(word({ ...noDmarc, health_score: 30 })).toBe('Critical')
  expect(word(noDmarc)).toBe('SPF only')
  expect(word({ auth_status: 'fail', auth_text: 'Not found' })).toBe('No SPF or DMARC')
  expect(word({ auth_status: 'fail', auth_text: null })).toBe('SPF and DMARC: Fail')
})

const { badges } = aDomain('a.example')
if (badges === null) throw new Error('the fixture has badges')
type Badges = typeof badges
const having = (change: Partial<Badges>) => ({ badges: { ...badges, ...change } })

it('the badges of the report that have no column count too', () => {
  const noKey = { state: 'not-found', text: 'Not found' } as const
  expect(word(having({ dkim: noKey }))).toBe('DKIM not found')
  expect(word(having({ dkim: { state: 'error', text: 'Keys too short' } }))).toBe('DKIM: keys too short')
  expect(word(having({ dkim: { state: 'error', text: 'DNSSEC broken' } }))).toBe('DNSSEC broken')
  expect(word(having({ mx: noKey }))).toBe('MX not found')
  expect(word(having({ mx: { state: 'warning', text: 'MX: DNSSEC broken' } }))).toBe('MX: DNSSEC broken')
  const suspected = { state: 'warning', text: 'To be confirmed' } as const
  expect(word({ relay_test_result: 'unknown', ...having({ relay: suspected }) })).toBe('Open relay: to be confirmed')
  expect(word({ ...having({ dkim: noKey }), auth_status: 'fail', auth_text: 'SPF allows everyone' })).toBe(
    'SPF allows everyone',
  )
})

it('a domain is not praised while a check has no result, and what is bad comes first', () => {
  const open = { state: 'unchecked', text: '?' } as const
  const some = { tone: 'unknown', word: 'Partly checked' }
  for (const part of ['mx', 'dkim', 'blacklists', 'relay'] as const)
    expect(worstOf(aDomain('a.example', having({ [part]: open })))).toEqual(some)
  expect(worstOf(aDomain('a.example', { auth_status: 'unknown', auth_text: null }))).toEqual(some)
  expect(word({ ...having({ dkim: open }), blacklist_count: 2 })).toBe('On 2 blocklists')
  expect(word({ ...having({ dkim: open }), health_score: 30 })).toBe('Critical')
  expect(word({ ...having({ dkim: open }), health_score: null })).toBe('Not checked')
})

it('what does not apply is not missing', () => {
  const none = { state: 'not-applicable', text: 'Not applicable' } as const
  const gone = { mx: none, dkim: none, blacklists: none, relay: none }
  const unknown = { auth_status: 'unknown', auth_text: null, relay_test_result: null, blacklist_count: null } as const
  expect(word({ ...unknown, badges: gone, health_score: null })).toBe('Not checked')
  expect(word(having({ relay: none }))).toBe('Excellent')
})

it('a domain of which the last scan stored no badges is judged by its columns', () => {
  expect(word({ badges: null })).toBe('Excellent')
  expect(word({ badges: null, relay_test_result: 'unknown' })).toBe('Partly checked')
})

it('is partly checked exactly where the report of its last scan says so', () => {
  const open = having({ relay: { state: 'unchecked', text: '?' } })
  expect(word({ partly_checked: true, health_score: 100 })).toBe('Partly checked')
  expect(word({ ...open, partly_checked: false, health_score: 100 })).toBe('Excellent')
})
