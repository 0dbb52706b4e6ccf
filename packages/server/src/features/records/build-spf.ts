import { wording } from '@waxseal/contract'
import { isNegative, type Resolver, unasked } from '@waxseal/core/dns'
import { readSpfSettings, type SpfSettings } from '@waxseal/core/spf'
import { normalizeName } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type SpfWork, SpfWorkFailed } from '../../ports.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { keep } from './saved.ts'
import { keepSpf } from './store.ts'
import { storingTargetOf, type Target, targetOf } from './target.ts'

/** The input of both calls. */
type Given = SpfSettings & Parameters<typeof targetOf>[2]

/**
 * Builds an SPF record and stores it for a domain of the workspace. Returns warnings, as far as DNS allows, and refuses
 * only what is no valid record.
 *
 * @throws Refusal as `storingTargetOf`; `validation` for the first entry that is no name or address
 */
export async function generateSpf(deps: Deps, actor: Actor, given: Given, signal: AbortSignal) {
  const target = await storingTargetOf(deps, actor, given)
  const { settings, problems } = readSpfSettings(given, normalizeName)
  const [problem] = problems
  if (problem !== undefined) throw new Refusal('validation', problem.message)
  const resolver = sureOfMissing(deps.lookups(signal, actor.workspace.id))
  // The published record does not matter for the new one, so it is not queried.
  const published = unasked('cancelled', deps.now().getTime())
  const { dns_record, strings, warnings } = await previewOf(deps, resolver, target.name, settings, published)
  await keep(deps, actor, target, 'record.spf_generated', (tx, domainId) =>
    keepSpf(tx, { domainId, settings, record: dns_record, generatedAt: deps.now(), author: authorId(actor) }),
  )
  return { ...settings, dns_record, strings, warnings }
}

/**
 * The effect of a record with these settings at receivers, and the senders that gain or lose permission. Reports
 * invalid entries and previews the rest. Stores nothing.
 *
 * @throws Refusal as `targetOf`
 */
export async function previewSpf(deps: Deps, actor: Actor, given: Given, signal: AbortSignal) {
  const { name }: Target = await targetOf(deps, actor, given)
  const { settings, problems } = readSpfSettings(given, normalizeName)
  const lookups = deps.lookups(signal, actor.workspace.id)
  const published = await lookups.current.query(name, 'TXT', signal)
  return { problems, ...(await previewOf(deps, sureOfMissing(lookups), name, settings, published)) }
}

/** @throws Refusal `unavailable` when the records below are too much work */
function previewOf(
  { spf }: Pick<Deps, 'spf'>,
  ...[resolver, name, settings, published]: Parameters<SpfWork['preview']>
) {
  return spf.preview(resolver, name, settings, published).catch((error: unknown) => {
    if (error instanceof SpfWorkFailed) throw new Refusal('unavailable', wording.unavailable, { retryAfterSeconds: 10 })
    throw error
  })
}

/**
 * As in a scan: a record is reported missing only after its zone was asked (`docs/decisions/0009-confirm-missing.md`).
 */
function sureOfMissing({ resolver, confirming }: ReturnType<Deps['lookups']>): Resolver {
  return {
    async query(name, type, signal) {
      const answer = await resolver.query(name, type, signal)
      return type === 'TXT' && isNegative(answer) ? confirming.query(name, type, signal) : answer
    },
  }
}
