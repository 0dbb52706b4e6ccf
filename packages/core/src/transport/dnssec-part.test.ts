import { describe, expect, it } from 'vitest'
import { partOf, toldOf, valueOf } from './healthy.fixture.ts'
import type { DnssecFacts } from './value.ts'

const dnssec = (changes: Partial<DnssecFacts>) =>
  toldOf(partOf('dnssec', { dnssec: { ...valueOf().dnssec, ...changes } })).map(text => text.replace(/:.*/, ''))

describe('DNSSEC', () => {
  it.each([
    [{ authentic: 'yes' }, ['ok']],
    [{ authentic: 'no', ds: 0, keys: 0 }, ['recommendation', 'dnssec_unsigned']],
    [{ authentic: 'no', ds: 0, keys: 2 }, ['recommendation', 'dnssec_ds_missing']],
    [{ authentic: 'no', ds: 1, keys: 2, validating: true }, ['recommendation', 'dnssec_unvalidated']],
    [{ authentic: 'no', ds: 1, keys: 2, validating: false }, ['unchecked']],
    [{ authentic: 'no', ds: 1, keys: 2, validating: null }, ['unchecked']],
    [{ authentic: 'no', ds: 1, keys: 0, validating: false }, ['recommendation', 'dnssec_unvalidated']],
    [{ authentic: 'no', ds: null, keys: 2 }, ['unchecked']],
    // Broken DNSSEC costs points once, in the DNS check.
    [{ authentic: 'bogus' }, ['recommendation']],
  ] as const)('%j', (changes, told) => {
    expect(dnssec(changes)).toEqual(told)
  })
})
