import { expect, it } from 'vitest'
import { filteringResolvers, threatLists } from './threat-sources.data.ts'
import { vendorClass } from './vendor-class.ts'

it('only vendors of VirusTotal have a tier; every other source says what it is', () => {
  expect(vendorClass({ vendor: 'Kaspersky', tier: 1 })).toBe('T1 (Trusted)')
  expect(vendorClass({ vendor: 'Sophos', tier: 3 })).toBe('T3 (Lesser-Known)')
  for (const { name: vendor } of threatLists) expect(vendorClass({ vendor, tier: null })).toBe('Blocklist')
  for (const { name: vendor } of filteringResolvers) expect(vendorClass({ vendor, tier: null })).toBe('Resolver')
  // An engine of VirusTotal may have the name of another source.
  expect(vendorClass({ vendor: 'Quad9', tier: 3 })).toBe('T3 (Lesser-Known)')
  expect(vendorClass({ vendor: 'VirusTotal', tier: null })).toBeNull()
})
