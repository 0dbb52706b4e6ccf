import { type DmarcPolicy, policyWords } from '@waxseal/core/dmarc'

/** The policies as choices, the mildest first. */
export const policies: readonly { value: DmarcPolicy; label: string }[] = (
  ['none', 'quarantine', 'reject'] as const
).map(value => ({ value, label: `${value}: ${policyWords[value]}` }))
