import { hostedSuffixes, providerZoneOf } from '@waxseal/core/providers'
import { parse } from 'tldts'
import { expect, it } from 'vitest'

const suffixes = Object.entries(hostedSuffixes).flatMap(([owner, names]) => names.map(name => [name, owner] as const))
/** With a source of its own beside the list. */
const beyondTheList: readonly string[] = ['wordpress.com']

it.each(suffixes)(
  '%s of %s has its source: the private section of the public suffix list, or one of its own',
  (suffix, owner) => {
    const { publicSuffix, isPrivate } = parse(`customer.${suffix}`, { allowPrivateDomains: true })
    expect(publicSuffix === suffix && isPrivate === true).toBe(!beyondTheList.includes(suffix))
    expect(providerZoneOf(`customer.${suffix}`)).toMatchObject({ owner, panel: null })
    // The provider's own name is its business.
    expect(providerZoneOf(suffix)).toBeNull()
  },
)
