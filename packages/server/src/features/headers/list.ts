import { limits, type listHeaders, type ReplyOf } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { analysesOf } from './store.ts'

/** All analyses of the workspace, the newest first: each can be opened and deleted. */
export async function listAnalyses(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
): Promise<ReplyOf<typeof listHeaders>> {
  const rows = await analysesOf(store.db, actor.workspace.id, { now: now(), limit: limits.storedAnalyses })
  return {
    analyses: rows.map(({ id, createdAt, expiresAt, subject, from, threatScore }) => ({
      id,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      subject,
      from,
      threat_score: threatScore,
    })),
  }
}
