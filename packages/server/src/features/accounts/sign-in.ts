import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Session } from '../../ports.ts'
import type { Account } from './account.ts'
import { type AccountRow, accountOfSubject, insertAccount, updateProfile } from './store.ts'

/**
 * The account of who is signed in: made on `DEFAULT_TIER` when seen for the first time, and kept at the address and
 * name the auth provider has.
 *
 * @throws Refusal `unauthorized` when its owner deleted it
 */
export async function accountOf(deps: Pick<Deps, 'store' | 'env' | 'now'>, session: Session): Promise<Account> {
  const row = (await known(deps, session)) ?? (await make(deps, session))
  if (row.deletedAt !== null) throw new Refusal('unauthorized', wording.signInNeeded)
  const { id, subject, email, name, createdAt } = row
  const tier = deps.env.billing === 'off' ? deps.env.defaultTier : row.tier
  return { id, subject, email, name, picture: session.picture, tier, createdAt }
}

async function known({ store }: Pick<Deps, 'store'>, session: Session): Promise<AccountRow | undefined> {
  const row = await accountOfSubject(store.db, session.subject)
  if (row === undefined || (row.email === session.email && row.name === session.name)) return row
  return updateProfile(store.db, row.id, { email: session.email, name: session.name })
}

async function make({ store, env, now }: Pick<Deps, 'store' | 'env' | 'now'>, session: Session): Promise<AccountRow> {
  const { subject, email, name } = session
  const added = await insertAccount(store.db, { subject, email, name, tier: env.defaultTier, createdAt: now() })
  const row = added ?? (await accountOfSubject(store.db, subject))
  if (row === undefined) throw new Error('an account was neither made nor found')
  return row
}
