/**
 * Every way in which a peer differs from us in the made-up worlds and in recorded DNS, and the clause of RFC 7208 that
 * decides.
 */
import type { Zone } from '@waxseal/core/dns'
import type { Difference } from './agreement.ts'
import type { Cause } from './cause.ts'
import { mailSpfCauses } from './mail-spf-causes.ts'
import { mailauthCauses } from './mailauth-causes.ts'
import { pyspfCauses } from './pyspf-causes.ts'

export const causes: readonly Cause[] = [...mailSpfCauses, ...pyspfCauses, ...mailauthCauses]

/** The cause a difference falls under; null when none is known. */
export function causeOf(difference: Difference, zone: Zone): Cause | null {
  return causes.find(cause => cause.peer === difference.peer && cause.explains(difference, zone)) ?? null
}
