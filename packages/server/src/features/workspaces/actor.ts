import { wording } from '@waxseal/contract'
import { isAtLeast, type Role, type Tier } from '@waxseal/core/plan'
import { Refusal } from '../../errors.ts'

interface PersonBy {
  kind: 'person'
  id: string
  /** Who acts as the person, by the auth provider's name; left out: the person. The audit log says so. */
  impersonator?: string
}

/** On whose behalf a verb runs: the workspace whose rows it may touch, who asks, and what they may do there. */
export interface Actor {
  workspace: {
    id: string
    name: string
    /** What may be used now; with `BILLING=off` that is `DEFAULT_TIER`, whatever is stored. */
    tier: Tier
  }
  by: PersonBy | { kind: 'key'; keyId: string }
  role: Role
}

/** An actor who is signed in. What is personal, and what manages people, takes no other. */
export interface PersonActor extends Actor {
  by: PersonBy
}

/** The author of what this actor makes: the person; null for an API key, because no person typed it. */
export function authorId({ by }: Pick<Actor, 'by'>): string | null {
  return by.kind === 'person' ? by.id : null
}

/** What the calls of this actor are counted under. */
export function callerId({ by }: Pick<Actor, 'by'>): string {
  return by.kind === 'person' ? by.id : `key ${by.keyId}`
}

/** @throws Refusal `forbidden_role` when the actor's role is below `least` */
export function requireRole({ role }: Pick<Actor, 'role'>, least: Role): void {
  if (!isAtLeast(role, least)) throw new Refusal('forbidden_role', wording.forbiddenRole(least))
}
