import { describe, expect, it } from 'vitest'
import { type Installation, type LegalSection, lastUpdated } from './legal-document.ts'
import { privacyPolicy } from './privacy.ts'
import { termsOfService } from './terms.ts'

const embedded = { mode: 'embedded' } as const
const clerk = { mode: 'clerk', publishable_key: 'pk_test_Y2xlcmsua2l0ZS5leGFtcGxlJA==' } as const
const base = { auth: embedded, threat_lookups_business: 1000 }
const paid: Installation = { ...base, billing: 'stripe', contact_email: 'mail@kite.example' }
const free: Installation = { ...base, billing: 'off', contact_email: null }

const textOf = (sections: readonly LegalSection[]): string =>
  sections.flatMap(({ title, blocks }) => [title, ...blocks.flat()]).join('\n')

it('both texts have the date of the specification', () => {
  expect(lastUpdated).toBe('January 26, 2025')
})

describe('the terms of service', () => {
  const text = textOf(termsOfService(paid))

  it.each([
    'Starter: 1 domain, 10 scans a month, 10 threat lookups a day, no alerts, 10 chat messages a day',
    'Pro: 10 domains, unlimited scans a month, 250 threat lookups a day, 1,000 alerts a month, unlimited chat messages a day',
    'Business: unlimited domains, unlimited scans a month, 1000+ threat lookups a day, unlimited alerts a month, unlimited chat messages a day',
    'Pro: $49 a month, or $492 a year ($41 a month)',
    'Business: $99 a month, or $996 a year ($83 a month)',
    'a change of prices at least 30 days before',
    'You must be at least 18 years old.',
    'the amount you paid for the service in the previous 12 months',
    'kept for 30 days (soft deletion)',
    'An upgrade takes effect immediately, and the price of the current period is prorated.',
    'A downgrade or a cancellation takes effect at the end of the billing period.',
    'Write to mail@kite.example.',
  ])('say “%s”', sentence => {
    expect(text).toContain(sentence)
  })

  it('name the threat lookups that the operator gives to Business', () => {
    const own = textOf(termsOfService({ ...paid, threat_lookups_business: 2500 }))
    expect(own).toContain(
      'unlimited scans a month, 2,500 threat lookups a day, unlimited alerts a month, unlimited chat',
    )
    expect(own).toContain('250 threat lookups a day')
    expect(own).not.toContain('1000+')
  })

  it('name the three statuses of a subscription', () => {
    expect(text.match(/^(?:Active|Past due|Cancelled):/gm)).toHaveLength(3)
  })

  it('have no prices where nothing is charged', () => {
    expect(textOf(termsOfService(free))).not.toMatch(/\$|Past due|Pro:/)
  })
})

describe('the privacy policy', () => {
  const text = textOf(privacyPolicy(paid))

  it.each([
    'until you delete the account, and 30 days longer',
    'Backups: up to 90 days.',
    'Payment records: 7 years',
    'privacy requests within 30 days',
    'people under 18',
    'DNS servers and threat-intelligence services receive the sending address and the domains of message headers that you paste.',
    'Blocklists receive the addresses that you watch, and the lists that you add receive what the others do.',
  ])('says “%s”', sentence => {
    expect(text).toContain(sentence)
  })

  it('says what the built-in sign-in stores, and names no sign-in service', () => {
    expect(text).toContain('a hash of your password')
    expect(text).toContain('no page loads anything from other servers')
    expect(text).not.toContain('Clerk')
  })

  it('names Clerk as the recipient of what it is given, where it signs people in', () => {
    const hosted = textOf(privacyPolicy({ ...paid, auth: clerk }))
    expect(hosted).toContain('Clerk, the sign-in service, receives')
    expect(hosted).toContain('Cookies of Clerk keep you signed in.')
    expect(hosted).toContain('Pages load the script of Clerk, and nothing else from other servers.')
    expect(hosted).not.toMatch(/hash|Scripts cannot read|no page loads anything/)
  })

  it('names no payments where nothing is charged', () => {
    expect(textOf(privacyPolicy(free))).not.toMatch(/payment/i)
  })
})
