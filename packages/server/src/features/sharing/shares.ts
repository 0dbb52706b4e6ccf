import { createHash, randomBytes } from 'node:crypto'
import {
  type listShares as listEndpoint,
  type ReplyOf,
  sharedPage,
  type shareReport as shareEndpoint,
  sharesOfDomain,
  wording,
} from '@waxseal/contract'
import { mayUse } from '@waxseal/core/plan'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { requireDomain, requireLockedDomain } from '../domains/require-domain.ts'
import { latestScan } from '../scans/latest-scan.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { authorNames } from '../workspaces/member-store.ts'
import { insertShare, removeShare, type ShareRow, shareCount, sharesOf } from './store.ts'

const dayMs = 86_400_000
const feature = 'exports'

/** The hash under which a token is stored. A token has 256 random bits, so that its hash needs no salt. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Creates a link to the report of a domain. Only this answer has the link.
 *
 * @param days until it expires
 * @throws Refusal `feature_locked` below Pro; `not_found`; `no_scan`: there is nothing to show yet; `validation`: one link
 *   too many
 */
export async function shareReport(
  deps: Pick<Deps, 'store' | 'now' | 'env'>,
  actor: Actor,
  { domainId, days }: { domainId: string; days: number },
): Promise<ReplyOf<typeof shareEndpoint>> {
  if (!mayUse(actor.workspace.tier, feature)) throw new Refusal('feature_locked', wording.sharesLocked, { feature })
  const { store, env } = deps
  await latestScan(deps, actor, domainId)
  const now = deps.now()
  const token = randomBytes(32).toString('base64url')
  const row = await store.transaction(async tx => {
    const { id, workspaceId, name } = await requireLockedDomain(tx, actor, domainId)
    if ((await shareCount(tx, id, now)) >= sharesOfDomain) throw new Refusal('validation', wording.sharesFull())
    const expiresAt = new Date(now.getTime() + days * dayMs)
    const detail = { day: expiresAt.toISOString().slice(0, 10) }
    await recordEvent(deps, tx, actor, { action: 'report.shared', subject: name, detail })
    return insertShare(tx, {
      workspaceId,
      domainId: id,
      tokenHash: hashOf(token),
      createdBy: authorId(actor),
      createdAt: now,
      expiresAt,
    })
  })
  const names = await authorNames(store.db, row.workspaceId, [row.createdBy])
  return { share: present(row, names), url: env.publicUrl + sharedPage.replace(':token', token) }
}

/** The links of a domain that have not expired. @throws Refusal `not_found` */
export async function listShares(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
  domainId: string,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { id, workspaceId } = await requireDomain(store.db, actor, domainId)
  const rows = await sharesOf(store.db, id, now())
  const names = await authorNames(
    store.db,
    workspaceId,
    rows.map(({ createdBy }) => createdBy),
  )
  return { shares: rows.map(row => present(row, names)) }
}

/** Revokes a link, on every plan. @throws Refusal `not_found` when the workspace has none with this id */
export async function revokeShare(deps: Pick<Deps, 'store' | 'now'>, actor: Actor, id: string): Promise<null> {
  return deps.store.transaction(async tx => {
    const domainId = isUuid(id) ? await removeShare(tx, actor.workspace.id, id) : undefined
    if (domainId === undefined) throw new Refusal('not_found', wording.notFound)
    const { name } = await requireLockedDomain(tx, actor, domainId)
    await recordEvent(deps, tx, actor, { action: 'report.share_revoked', subject: name })
    return null
  })
}

function present(row: ShareRow, names: ReadonlyMap<string, string>): ReplyOf<typeof shareEndpoint>['share'] {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    created_by: names.get(row.createdBy ?? '') ?? null,
    expires_at: row.expiresAt.toISOString(),
    last_opened_on: row.lastOpenedOn,
    opened: row.opened,
  }
}
