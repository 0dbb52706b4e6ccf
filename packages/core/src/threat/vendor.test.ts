import { expect, it } from 'vitest'
import { vendorTier, vendorTierLabels } from './vendor.ts'

it.each([
  ['Google Safebrowsing', 'Trusted'],
  ['Kaspersky', 'Trusted'],
  ['BitDefender', 'Trusted'],
  ['ESET', 'Trusted'],
  ['Avast', 'Reliable'],
  ['Malwarebytes', 'Reliable'],
  ['AVG', 'Lesser-Known'],
  ['Sophos', 'Lesser-Known'],
  ['Quad9', 'Lesser-Known'],
  ['', 'Lesser-Known'],
])('%s is %s', (name, label) => {
  expect(vendorTierLabels[vendorTier(name)]).toBe(label)
})
