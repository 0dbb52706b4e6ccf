import type { Frozen } from '@waxseal/contract'
import { type ReplyOf, type sharedReport, wording } from '@waxseal/contract'
import type { ScanReply, ScanResult } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import { unicodeOf } from '../domains/present.ts'
import { newestScan } from '../scans/store.ts'
import { withSince } from '../scans/with-since.ts'
import { dayOf } from '../usage/period.ts'
import { identityOnReports, shownIdentity } from '../workspaces/report-identity.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { hashOf } from './shares.ts'
import { countOpening, shareByHash } from './store.ts'

/** Of one client address. A whole office may share one. */
const limit = { max: 60, windowMs: 60_000 }

/**
 * The report behind a share link: the newest scan of its domain, worded for the plan of its workspace.
 *
 * @param client who asks, as `clientOf` gives it
 * @throws Refusal `rate_limited`; the same `not_found` for a token that is unknown, and for a link that has expired, was
 *   revoked, or whose domain or workspace was deleted
 */
export async function readShared(
  deps: Pick<Deps, 'store' | 'now' | 'env'>,
  { token, client, present }: { token: string; client: string; present: (result: ScanResult, tier: Tier) => ScanReply },
): Promise<Frozen<ReplyOf<typeof sharedReport>>> {
  const seconds = await throttleOf(deps)(`shared-report ${client}`, limit)
  if (seconds !== null) throw new Refusal('rate_limited', wording.rateLimited, { retryAfterSeconds: seconds })
  const { db } = deps.store
  const now = deps.now()
  const share = await shareByHash(db, hashOf(token), now)
  const stored = share && (await storedTiers(db, [share.workspaceId])).get(share.workspaceId)
  const result = share && (await newestScan(db, share.domainId))
  if (share === undefined || stored === undefined || result === undefined) {
    throw new Refusal('not_found', wording.notFound)
  }
  const tier = tierInUse(deps, stored)
  const identity = await identityOnReports(db, { id: share.workspaceId, tier })
  await countOpening(db, share.id, dayOf(now))
  return {
    domain_unicode: unicodeOf(result.name),
    scan: await withSince(
      deps,
      { workspace: { id: share.workspaceId, tier }, domainId: share.domainId },
      withoutPlan(present(result, tier)),
    ),
    identity: identity && shownIdentity(identity),
    expires_at: share.expiresAt.toISOString(),
  }
}

/** The plan is no part of a report, and no one else's affair. */
const withoutPlan = (scan: ScanReply): ScanReply => ({ ...scan, basis: { ...scan.basis, tier: 'free' } })
