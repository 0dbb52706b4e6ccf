import fc from 'fast-check'
import { type DmarcSettings, failureOptions } from '../build.ts'

const addresses = fc
  .uniqueArray(
    fc.constantFrom('dmarc@example.com', 'a!b@example.com', 'x+y@collector.example', "o'n@sub.example.net"),
    { maxLength: 3 },
  )
  .map(list => list.join(', '))
const policy = fc.constantFrom('none', 'quarantine', 'reject')
const below = fc.constantFrom('', 'none', 'quarantine', 'reject')

/** Parsed settings of the builder. */
export const anyDmarcSettings: fc.Arbitrary<DmarcSettings> = fc.record({
  policy,
  rua_email: addresses,
  ruf_email: addresses,
  pct: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 100 })),
  sp_policy: below,
  np_policy: below,
  testing: fc.boolean(),
  adkim: fc.constantFrom('r', 's'),
  aspf: fc.constantFrom('r', 's'),
  fo: fc.constantFrom(...failureOptions),
})
