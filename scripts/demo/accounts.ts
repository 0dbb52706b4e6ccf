import { randomInt } from 'node:crypto'
import { demoWorld } from '@waxseal/core/fixtures'
import { plans, type Tier, tiers } from '@waxseal/core/plan'
import { buildApp } from '../../packages/server/src/app.ts'
import type { Deps } from '../../packages/server/src/deps.ts'
import type { Actor } from '../../packages/server/src/features/workspaces/actor.ts'
import { actorIn, signedIn } from '../../packages/server/src/features/workspaces/sign-in.ts'
import { insertMember, setTier } from '../../packages/server/src/features/workspaces/store.ts'

/** The users of the demo: one account on each plan. */
export interface DemoAccount {
  email: string
  tier: Tier
  /** The watched domains, in the order of the world. */
  domains: readonly string[]
}

export const demoAccounts: readonly DemoAccount[] = tiers.map(tier => ({
  email: `${plans[tier].label.toLowerCase()}@demo.example`,
  tier,
  domains: demoWorld.domains.filter(domain => domain.account === tier).map(({ name }) => name),
}))

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A new password at each start: it is printed and stored nowhere else. */
export function newPassword(): string {
  const text = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/.{4}(?=.)/g, '$&-')
}

/** Who is also a member of another account's workspace: two people then share its domains. */
export const guest = { tier: 'pro', of: 'business', role: 'editor' } as const

/** Signs up all accounts as a visitor would, sets their plans, and makes the guest a member. */
export async function signUpAll(
  deps: Deps,
  { password, pages }: { password: string; pages: string },
): Promise<{ people: { tier: Tier; actor: Actor; domains: readonly string[] }[]; guestActor: Actor }> {
  const app = await buildApp(deps, { pages })
  try {
    const people = await Promise.all(
      demoAccounts.map(async ({ email, tier, domains }) => {
        const headers = { origin: deps.env.publicUrl }
        const payload = { name: `Ada ${plans[tier].label}`, email, password }
        const signUp = await app.inject({ method: 'POST', url: '/api/identity/sign-up/email', payload, headers })
        const cookie = signUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
        const answer = await app.inject({ url: '/api/identity/token', headers: { cookie } })
        const { token } = answer.json<{ token: string }>()
        const session = await deps.auth.verify(token)
        if (session === null) throw new Error(`${email} could not be signed up: ${signUp.body}`)
        await signedIn(deps, session)
        await setTier(deps.store.db, email, tier)
        return { tier, actor: actorIn(await signedIn(deps, session), null), domains }
      }),
    )
    const [host, visitor] = [guest.of, guest.tier].map(tier => people.find(each => each.tier === tier)?.actor)
    if (host === undefined || visitor === undefined) throw new Error('the guest or its host was not signed up')
    const { role } = guest
    const row = { workspaceId: host.workspace.id, personId: visitor.by.id, role, joinedAt: deps.now() }
    await deps.store.transaction(tx => insertMember(tx, row))
    return { people, guestActor: { ...host, by: visitor.by, role } }
  } finally {
    await app.close()
  }
}
