import { expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { authenticationWord, worstOf } from './worst.ts'

const word = (fields: Parameters<typeof aDomain>[1]): string => worstOf(aDomain('a.example', fields)).word

it('SPF and DMARC have the words of the report, or a word for the state where a scan before stored none', () => {
  const published = aDomain('a.example', { auth_status: 'fail', auth_text: 'SPF allows everyone' })
  expect(authenticationWord(published)).toEqual({ tone: 'poor', word: 'SPF allows everyone' })
  expect(authenticationWord({ ...published, auth_text: null })).toEqual({ tone: 'poor', word: 'Fail' })
  expect(authenticationWord({ ...published, auth_status: 'unknown', auth_text: null })).toBeNull()
})

it('the worst result of a domain is the gravest one, named so that it needs no heading', () => {
  const noDmarc = { auth_status: 'partial', auth_text: 'SPF only', health_score: 60 } as const
  expect(word({ ...noDmarc, relay_test_result: 'open', blacklist_count: 2 })).toBe('Open relay')
  expect(word({ ...noDmarc, blacklist_count: 2 })).toBe('On 2 blacklists')
  expect(word({ ...noDmarc, health_score: 30 })).toBe('Critical')
  expect(word(noDmarc)).toBe('SPF only')
  expect(word({ auth_status: 'fail', auth_text: 'Not found' })).toBe('No SPF or DMARC')
  expect(word({ auth_status: 'fail', auth_text: null })).toBe('SPF and DMARC: Fail')
})

it('what could not be checked is not the worst result', () => {
  const domain = aDomain('a.example', { auth_status: 'unknown', relay_test_result: 'unknown', blacklist_count: null })
  expect(worstOf(domain)).toEqual({ tone: 'excellent', word: 'Excellent' })
  expect(worstOf({ ...domain, health_score: null })).toEqual({ tone: 'idle', word: 'No score' })
})
