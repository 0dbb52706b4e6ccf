import type { DmarcPolicy } from '@waxseal/core/dmarc'
import { policyWords } from '../../components/policy-words.ts'

/** The policies as choices, the mildest first. */
export const policies: readonly { value: DmarcPolicy; label: string }[] = (
  ['none', 'quarantine', 'reject'] as const
).map(value => ({ value, label: `${value}: ${policyWords[value]}` }))
