import type { listHeaders, ReplyOf } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { analysesOf } from './store.ts'

/** The maximum length of the list. */
const listed = 50

/** The newest analyses of the workspace. */
export async function listAnalyses(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
): Promise<ReplyOf<typeof listHeaders>> {
  const rows = await analysesOf(store.db, actor.workspace.id, { now: now(), limit: listed })
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
