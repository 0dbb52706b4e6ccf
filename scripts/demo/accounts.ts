import { randomInt } from 'node:crypto'
import { demoWorld } from '@waxseal/core/fixtures'
import { plans, type Tier, tiers } from '@waxseal/core/plan'
import { buildApp } from '../../packages/server/src/app.ts'
import type { Deps } from '../../packages/server/src/deps.ts'
import type { Account } from '../../packages/server/src/features/accounts/account.ts'
import { accountOfSubject, setTier } from '../../packages/server/src/features/accounts/store.ts'

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

/** Signs up all accounts as a visitor would, and sets their plans. */
export async function signUpAll(
  deps: Deps,
  { password, pages }: { password: string; pages: string },
): Promise<{ account: Account; domains: readonly string[] }[]> {
  const app = await buildApp(deps, { pages })
  try {
    return await Promise.all(
      demoAccounts.map(async ({ email, tier, domains }) => {
        const headers = { origin: deps.env.publicUrl }
        const payload = { name: `Ada ${plans[tier].label}`, email, password }
        const signUp = await app.inject({ method: 'POST', url: '/api/identity/sign-up/email', payload, headers })
        const cookie = signUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
        const answer = await app.inject({ url: '/api/identity/token', headers: { cookie } })
        const { token } = answer.json<{ token: string }>()
        const me = await app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
        if (me.statusCode !== 200) throw new Error(`${email} could not be signed up: ${signUp.body}`)
        await setTier(deps.store.db, email, tier)
        const row = await accountOfSubject(deps.store.db, me.json<{ clerk_id: string }>().clerk_id)
        if (row === undefined) throw new Error(`${email} has no account`)
        return { account: { ...row, picture: null }, domains }
      }),
    )
  } finally {
    await app.close()
  }
}
