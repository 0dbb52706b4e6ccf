import { wording } from '@waxseal/contract'
import { isAtLeast, type Role, type Tier } from '@waxseal/core/plan'
import { Refusal } from '../../errors.ts'

/** On whose behalf a verb runs: the workspace whose rows it may touch, who asks, and what they may do there. */
export interface Actor {
  workspace: {
    id: string
    name: string
    /** What may be used now; with `BILLING=off` that is `DEFAULT_TIER`, whatever is stored. */
    tier: Tier
  }
  /** Who asks. What they make keeps this id as its author. */
  by: { kind: 'person'; id: string }
  role: Role
}

/** @throws Refusal `forbidden_role` when the actor's role is below `least` */
export function requireRole({ role }: Pick<Actor, 'role'>, least: Role): void {
  if (!isAtLeast(role, least)) throw new Refusal('forbidden_role', wording.forbiddenRole(least))
}
