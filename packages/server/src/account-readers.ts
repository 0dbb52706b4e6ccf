import { known } from '@waxseal/core/assistant'
import { plans } from '@waxseal/core/plan'
import type { Deps } from './deps.ts'
import { alertsFacts, channelsFacts } from './features/alerts/account-facts.ts'
import { accountReader, type ReadAccount } from './features/assistant/account-facts.ts'
import { activityFacts } from './features/audit/account-facts.ts'
import { subscriptionFacts } from './features/billing/account-facts.ts'
import { watchedDomainsFacts } from './features/domains/account-facts.ts'
import { domainCount } from './features/domains/store.ts'
import { flatteningQuota, hostedFacts } from './features/flattening/account-facts.ts'
import { storedHeaderFacts } from './features/headers/account-facts.ts'
import { dnsChangesFacts } from './features/monitoring/account-facts.ts'
import { decisionFacts, scanMoveFacts } from './features/scans/account-facts.ts'
import { usageFacts } from './features/usage/account-facts.ts'
import { watchedCount } from './features/watched-addresses/store.ts'
import { keysFacts, membersFacts } from './features/workspaces/account-facts.ts'
import { placesTaken } from './features/workspaces/member-store.ts'

/** What the analyst can read of the account: each feature's own reader, in one place. */
export function readAccountOf(deps: Deps): ReadAccount {
  return accountReader(deps, {
    quotas: [
      actor => usageFacts(deps, actor),
      async actor => ({ flattening: await flatteningQuota(deps, actor) }),
      async ({ workspace: { id, tier } }) => {
        const limits = plans[tier]
        const { db } = deps.store
        const [domains, members, addresses] = await Promise.all([
          domainCount(db, id),
          placesTaken(db, id, deps.now()),
          watchedCount(db, id),
        ])
        return {
          domains: { used: domains, limit: limits.domains, resetsAt: null },
          members: { used: members, limit: limits.members, resetsAt: null },
          watched_addresses: { used: addresses, limit: limits.watchedAddresses, resetsAt: null },
        }
      },
    ],
    subscription: actor => subscriptionFacts(deps, actor),
    groups: {
      alerts: async (actor, asked) => known(await alertsFacts(deps, actor, asked)),
      channels: async actor => known(await channelsFacts(deps, actor)),
      domains: async (actor, asked) => known(await watchedDomainsFacts(deps, actor, asked)),
      members: actor => membersFacts(deps, actor),
      keys: actor => keysFacts(deps, actor),
      decisions: async (actor, asked) => known(await decisionFacts(deps, actor, asked)),
      hosted: async (actor, asked) => known(await hostedFacts(deps, actor, asked)),
      headers: async (actor, asked) => known(await storedHeaderFacts(deps, actor, asked)),
      activity: (actor, asked) => activityFacts(deps, actor, asked),
    },
    scanChanges: (actor, asked) => scanMoveFacts(deps, actor, asked),
    dnsChanges: (actor, asked) => dnsChangesFacts(deps, actor, asked),
  })
}
