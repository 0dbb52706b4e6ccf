import { type KeyAccess, wording, workspaceHeader } from '@waxseal/contract'
import { type KeyScope, mayUse } from '@waxseal/core/plan'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Actor } from '../features/workspaces/actor.ts'
import { keyCaller } from '../features/workspaces/key-sign-in.ts'
import { clientOf } from './client.ts'
import { addToLog } from './log-context.ts'
import { throttleOf } from './rate-limit.ts'

/** The calls of one key, over all processes. Some calls have a stricter limit of their own (`rate-limit.ts`). */
const keyCalls = { max: 120, windowMs: 60_000 }

/**
 * The actor of an API key, once it may make the call.
 *
 * @param options.access what a key needs for the call, or why none may make it
 * @throws Refusal `unauthorized` for every key that does not work, whatever the reason; `rate_limited`; `feature_locked`
 *   when the plan has no API; `not_found` when the call names another workspace; `forbidden_key` for a call that needs
 *   another scope, or that no key may make
 */
export async function actorOfKey(
  deps: Deps,
  bearer: string,
  { access, request, reply }: { access: KeyAccess; request: FastifyRequest; reply: FastifyReply },
): Promise<Actor> {
  const caller = await keyCaller(deps, bearer)
  if (caller === null) {
    const wait = deps.processLimits.wrongKey(clientOf(request.ip))
    // `observeLimits` says so, once a minute.
    if (wait !== null) throw overLimit(wait)
    request.log.info('API key refused')
    throw new Refusal('unauthorized', wording.keyRefused)
  }
  const { actor, keyId, scopes } = caller
  addToLog(request, reply, { keyId, workspaceId: actor.workspace.id })
  await count(deps, `API calls of key ${keyId}`, keyCalls)
  const feature = 'api_access'
  if (!mayUse(actor.workspace.tier, feature)) throw new Refusal('feature_locked', wording.apiLocked, { feature })
  const wanted = request.headers[workspaceHeader]
  if (wanted !== undefined && String(wanted).toLowerCase() !== actor.workspace.id) {
    throw new Refusal('not_found', wording.notFound)
  }
  requireScope(access, scopes)
  return actor
}

function requireScope(access: KeyAccess, scopes: readonly KeyScope[]): void {
  if (typeof access === 'object') throw new Refusal('forbidden_key', wording.keyNever[access.never])
  if (!scopes.includes(access)) throw new Refusal('forbidden_key', wording.keyNeedsScope(access))
}

async function count(deps: Deps, key: string, limit: typeof keyCalls): Promise<void> {
  const wait = await throttleOf(deps)(key, limit)
  if (wait !== null) throw overLimit(wait)
}

const overLimit = (retryAfterSeconds: number) => new Refusal('rate_limited', wording.rateLimited, { retryAfterSeconds })
