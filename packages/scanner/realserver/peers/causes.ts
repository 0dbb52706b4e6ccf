/**
 * All known differences between a peer and us in the generated worlds and in recorded DNS, with the deciding clause of
 * RFC 7208.
 */
import type { Zone } from '@waxseal/core/dns'
import type { Difference } from './agreement.ts'
import type { Cause } from './cause.ts'
import { mailSpfCauses } from './mail-spf-causes.ts'
import { mailauthCauses } from './mailauth-causes.ts'
import { pyspfCauses } from './pyspf-causes.ts'

export const causes: readonly Cause[] = [...mailSpfCauses, ...pyspfCauses, ...mailauthCauses]

/** The cause of a difference; null when it is unknown. */
export function causeOf(difference: Difference, zone: Zone): Cause | null {
  return causes.find(cause => cause.peer === difference.peer && cause.explains(difference, zone)) ?? null
}
