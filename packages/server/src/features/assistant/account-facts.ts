import type {
  AccountFacts,
  AccountGroup,
  AccountGroups,
  AccountQuery,
  PastChangesFacts,
  PlanFacts,
  QuotaFacts,
  QuotaId,
  Read,
  SubscriptionFacts,
} from '@waxseal/core/assistant'
import { boundedTexts, known } from '@waxseal/core/assistant'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'

/**
 * Reads facts of the account for one answer: only these groups, in one round of parallel reads, and of the actor's
 * workspace alone. A group that the actor may not read is absent with the reason.
 *
 * @param asked what the question is about; without a period `changes` are those of the last 30 days
 */
export type ReadAccount = (actor: Actor, groups: readonly AccountGroup[], asked?: AccountQuery) => Promise<AccountFacts>

type Reader<T> = (actor: Actor, asked: AccountQuery) => Promise<T>
type ChangesReader<T> = (actor: Actor, asked: AccountQuery & { since: string; until: string }) => Promise<T>

/**
 * What the features know, each its own: the port that the composition root fills (`account-readers.ts`). A reader gets the
 * actor and may read what the actor may.
 */
export interface AccountReaders {
  quotas: readonly Reader<Partial<Record<QuotaId, QuotaFacts>>>[]
  subscription: Reader<Read<SubscriptionFacts | null>>
  groups: { readonly [G in Exclude<AccountGroup, 'plan' | 'changes'>]: Reader<Read<AccountGroups[G]>> }
  scanChanges: ChangesReader<Pick<PastChangesFacts, 'moves' | 'scans'>>
  dnsChanges: ChangesReader<Pick<PastChangesFacts, 'dns' | 'dnsShownSince'>>
}

const changesDays = 30
const dayMs = 86_400_000

/** The port, filled. */
export function accountReader({ now, env }: Pick<Deps, 'now' | 'env'>, readers: AccountReaders): ReadAccount {
  return async (actor, groups, asked = {}) => {
    const at = now()
    const wanted = [...new Set(groups)]
    const read = await Promise.all(
      wanted.map(async group => [group, await readGroup(readers, group, { actor, asked, at })] as const),
    )
    const { workspace, role, by } = actor
    return {
      at: at.toISOString(),
      tier: workspace.tier,
      caller: { role, kind: by.kind },
      billing: env.billing,
      asked,
      groups: boundedTexts(Object.fromEntries(read)),
    }
  }
}

interface Asking {
  actor: Actor
  asked: AccountQuery
  at: Date
}

async function readGroup(
  readers: AccountReaders,
  group: AccountGroup,
  { actor, asked, at }: Asking,
): Promise<Read<AccountGroups[AccountGroup]>> {
  if (group === 'plan') return known(await planOf(readers, actor, asked))
  if (group === 'changes') return known(await changesOf(readers, { actor, asked, at }))
  return readers.groups[group](actor, asked)
}

async function planOf({ quotas, subscription }: AccountReaders, actor: Actor, asked: AccountQuery): Promise<PlanFacts> {
  const [paid, ...parts] = await Promise.all([subscription(actor, asked), ...quotas.map(each => each(actor, asked))])
  return { quotas: Object.assign({}, ...parts) as PlanFacts['quotas'], subscription: paid }
}

async function changesOf(readers: AccountReaders, { actor, asked, at }: Asking): Promise<PastChangesFacts> {
  const until = asked.until ?? at.toISOString()
  const since = asked.since ?? new Date(Date.parse(until) - changesDays * dayMs).toISOString()
  const period = { ...asked, since, until }
  const [scans, dns] = await Promise.all([readers.scanChanges(actor, period), readers.dnsChanges(actor, period)])
  return { since, until, ...scans, ...dns }
}
