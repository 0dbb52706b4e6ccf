import {
  type reportIdentity as identityEndpoint,
  identityLimits,
  logoTooLarge,
  type ReplyOf,
  wording,
} from '@waxseal/contract'
import { mayUse, type Tier } from '@waxseal/core/plan'
import type { Database } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { ReportIdentity } from '../../ports.ts'
import { recordEvent } from '../audit/record.ts'
import { type Actor, authorId } from './actor.ts'
import { readLogo } from './logo.ts'
import type { Logo } from './logo-format.ts'
import { identityOf, removeLogo, type StoredIdentity, storeIdentity } from './report-identity-store.ts'

const feature = 'report_branding'
const none: StoredIdentity = { name: '', logo: null }

type Settings = ReplyOf<typeof identityEndpoint>

/** The name and the logo on the reports of a workspace, and whether its plan shows them. */
export async function readIdentity({ store }: Pick<Deps, 'store'>, { workspace }: Actor): Promise<Settings> {
  const stored = (await identityOf(store.db, workspace.id)) ?? none
  return { ...shownIdentity(stored), allowed: mayUse(workspace.tier, feature) }
}

/**
 * Sets the name, and the logo where one is given. The picture is read and written again: what is stored has no byte of the
 * file that is not needed to show it.
 *
 * @param given.logo a PNG or JPEG file in base64
 * @throws Refusal `feature_locked` below Business; `too_large`; `validation` for a file that is no such image
 */
export async function setIdentity(
  deps: Pick<Deps, 'store' | 'now'>,
  actor: Actor,
  given: { name: string; logo?: string | undefined },
): Promise<Settings> {
  const { workspace } = actor
  if (!mayUse(workspace.tier, feature)) throw new Refusal('feature_locked', wording.reportBrandingLocked, { feature })
  const logo = given.logo === undefined ? null : await logoFrom(Buffer.from(given.logo, 'base64'))
  const change = { changedAt: deps.now(), author: authorId(actor) }
  await deps.store.transaction(async tx => {
    await storeIdentity(tx, workspace.id, { name: given.name, logo }, change)
    await recordEvent(deps, tx, actor, { action: 'reports.branded' })
  })
  return readIdentity(deps, actor)
}

/** Removes the logo, on every plan. The name stays. */
export async function deleteLogo(deps: Pick<Deps, 'store' | 'now'>, actor: Actor): Promise<Settings> {
  const change = { changedAt: deps.now(), author: authorId(actor) }
  await deps.store.transaction(async tx => {
    await removeLogo(tx, actor.workspace.id, change)
    await recordEvent(deps, tx, actor, { action: 'reports.logo_removed' })
  })
  return readIdentity(deps, actor)
}

async function logoFrom(file: Buffer): Promise<Logo> {
  if (file.byteLength > identityLimits.logoBytes) throw new Refusal('too_large', logoTooLarge)
  const read = await readLogo(file)
  if (!read.ok) throw new Refusal('validation', read.problem)
  return read.logo
}

/** What the reports of a workspace show of it; null: its plan shows nothing, or nothing is set. */
export async function identityOnReports(
  db: Database,
  { id, tier }: { id: string; tier: Tier },
): Promise<StoredIdentity | null> {
  if (!mayUse(tier, feature)) return null
  const stored = await identityOf(db, id)
  return stored === undefined || (stored.name === '' && stored.logo === null) ? null : stored
}

/** The same as a PDF report takes it. */
export function printedIdentity({ name, logo }: StoredIdentity): ReportIdentity {
  return logo === null ? { name } : { name, logo: Buffer.from(logo.content) }
}

/** The same as a page takes it: the picture is part of the reply, so a page needs no address for it. */
export function shownIdentity({ name, logo }: StoredIdentity): Omit<Settings, 'allowed'> {
  if (logo === null) return { name, logo }
  const { width, height, type, content } = logo
  return { name, logo: { width, height, url: `data:${type};base64,${Buffer.from(content).toString('base64')}` } }
}
