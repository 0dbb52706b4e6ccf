import { failureWords } from '@waxseal/core/check'
import type { Answer } from '@waxseal/core/dns'
import { eq } from 'drizzle-orm'
import { hostedZone } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { nonceName, zoneRow } from './records.ts'

/** The hosted zone, for people. */
export interface ZoneState {
  /** The apex; null: no zone is configured. */
  name: string | null
  /** A dot and the apex; in a preview a name that does not exist. */
  suffix: string
  /** `unproved`: no look-up has shown yet that the zone is delegated to us. */
  state: 'preview' | 'unproved' | 'proved'
  /** Why it is unproved, as a sentence. */
  problem: string | null
  /** Who answers for the zone. */
  provider: string
}

const providers = { embedded: 'Waxseal', powerdns: 'PowerDNS', cloudflare: 'Cloudflare' } as const
const minuteMs = 60_000

export async function zoneStateOf({ env, store }: Pick<Deps, 'env' | 'store'>): Promise<ZoneState> {
  const zone = env.hostedZone
  if (zone === null)
    return { name: null, suffix: '.hosted-zone.invalid', state: 'preview', problem: null, provider: providers.embedded }
  const found = await zoneRow(store.db)
  const row = found?.name === zone.name ? found : undefined
  const isProved = (row?.provedAt ?? null) !== null
  return {
    name: zone.name,
    suffix: `.${zone.name}`,
    state: isProved ? 'proved' : 'unproved',
    problem: isProved ? null : (row?.problem ?? 'The delegation was not looked up yet.'),
    provider: providers[zone.publisher.kind],
  }
}

/**
 * Looks up the record that proves the delegation, and remembers the result. The record has a random value, so a look-up
 * that finds it was led to us. A look-up that failed, or whose answer the zone's own servers did not confirm, says
 * nothing: a proof stays.
 */
export async function checkDelegation(
  { env, store, now, lookups }: Pick<Deps, 'env' | 'store' | 'now' | 'lookups'>,
  signal: AbortSignal,
): Promise<void> {
  const zone = env.hostedZone?.name
  const row = await zoneRow(store.db)
  if (zone === undefined || row?.name !== zone) return
  const name = nonceName(zone)
  const problem = problemOf(name, row.nonce, await lookups(signal).confirming.query(name, 'TXT', signal))
  const at = now()
  const proof = problem === null ? { provedAt: at } : problem.isCertain ? { provedAt: null } : {}
  await store.db
    .update(hostedZone)
    .set({ ...proof, checkedAt: at, problem: problem?.text ?? null })
    .where(eq(hostedZone.nonce, row.nonce))
}

/** Looks up the delegation when that is due: every five minutes until it is proved, then every hour. */
export async function checkDelegationWhenDue(
  deps: Pick<Deps, 'env' | 'store' | 'now' | 'lookups'>,
  signal: AbortSignal,
): Promise<void> {
  const row = await zoneRow(deps.store.db)
  const everyMs = (row?.provedAt ?? null) === null ? 5 * minuteMs : 60 * minuteMs
  const checkedAt = row?.checkedAt?.getTime() ?? 0
  // A look-up that lies ahead was noted by a clock that was wrong.
  if (Math.abs(deps.now().getTime() - checkedAt) >= everyMs) await checkDelegation(deps, signal)
}

/** Null: the record was found. `isCertain`: there is none, or another one. */
function problemOf(name: string, nonce: string, answer: Answer<'TXT'>): { text: string; isCertain: boolean } | null {
  if (answer.kind === 'failed')
    return { text: `${name} could not be looked up: ${failureWords[answer.reason]}.`, isCertain: false }
  if (answer.via.authentic === 'bogus')
    return { text: `${name} could not be looked up: its DNSSEC signatures are not valid.`, isCertain: false }
  if (answer.kind === 'records') {
    const isOurs = answer.records.some(({ strings }) => strings.join('') === nonce)
    return isOurs ? null : { text: `${name} has another value.`, isCertain: true }
  }
  const text = answer.kind === 'no-such-name' ? `${name} does not exist yet.` : `${name} has no TXT record yet.`
  return { text, isCertain: answer.via.unconfirmed === undefined }
}
