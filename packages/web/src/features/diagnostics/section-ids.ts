import type { CheckId } from '@waxseal/core/check'

/** The id of the section that shows each check, the target of links. */
export const sectionIds: Readonly<Record<CheckId, string>> = {
  dns: 'dns',
  mx: 'dns',
  spf: 'authentication',
  dmarc: 'authentication',
  dkim: 'dkim',
  blacklist: 'blacklist',
  threat: 'threat',
  relay: 'relay',
  transport: 'transport',
}

/** The field to add a DKIM selector, inside the section of DKIM. */
export const selectorAnchor = 'dkim-selector'

/** The checks that could not run, inside the list of issues. */
export const uncheckedAnchor = 'could-not-check'
