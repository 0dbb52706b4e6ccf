import { wording } from '@waxseal/contract'
import type { ScanReply, ScanResult } from '@waxseal/core/health'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Download } from '../../http/download.ts'
import type { Actor } from '../workspaces/actor.ts'
import { latestScan } from './latest-scan.ts'
import { withSince } from './with-since.ts'

/** The form of the file (`reportFile` of the contract): `docs/api.md` says when the version changes. */
const form = { format: 'waxseal-report', version: 1 } as const

/**
 * The newest scan of a domain with its evidence as JSON, saved as `{domain}_report.json`.
 *
 * @param present words the stored scan, as the report shows it
 * @throws Refusal `feature_locked` below Pro; `not_found`; `no_scan`: no scan of it yet
 */
export async function exportJson(
  deps: Deps,
  actor: Actor,
  { domainId, present }: { domainId: string; present: (result: ScanResult) => ScanReply },
): Promise<Download> {
  if (!mayUse(actor.workspace.tier, 'exports')) {
    throw new Refusal('feature_locked', wording.exportsLocked, { feature: 'exports' })
  }
  const result = await latestScan(deps, actor, domainId)
  const reply = await withSince(deps, { workspace: actor.workspace, domainId }, present(result))
  const file = { ...form, exported_at: deps.now().toISOString(), ...reply }
  return {
    name: `${result.name}_report.json`,
    type: 'application/json',
    content: Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
  }
}
