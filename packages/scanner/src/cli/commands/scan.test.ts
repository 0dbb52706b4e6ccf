import { defaultThreatSources } from '@waxseal/core/threat'
import { expect, it } from 'vitest'
import { threatSettings } from './scan.ts'

it('--dns-timeout also limits queries to filtering resolvers', () => {
  expect(threatSettings({ dnsTimeoutMs: 250 })).toEqual({
    sources: defaultThreatSources({ resolverNamed: false }),
    timeoutMs: 250,
  })
})

it('with --resolver no filtering resolver is asked, because that would bypass it', () => {
  const { sources, timeoutMs } = threatSettings({ resolver: '127.0.0.1:53' })
  expect(sources).toEqual(defaultThreatSources({ resolverNamed: true }))
  expect(timeoutMs).toBeUndefined()
})
