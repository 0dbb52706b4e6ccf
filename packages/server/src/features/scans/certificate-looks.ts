import { certificatesAfter, nextCertificateLook, wantScan } from '@waxseal/core/alert'
import { keptForMs } from '@waxseal/core/relay'
import type { Deps } from '../../deps.ts'
import type { PayloadOf } from '../../jobs/catalog.ts'
import { isReadOnly } from '../domains/read-only.ts'
import { lockedDomain, ownedDomain } from '../domains/store.ts'
import { dueForCertificateLook, updateUnseen } from '../domains/unseen-store.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { ownScanTime } from './own-scans.ts'

const dayMs = 86_400_000
/** A look that takes longer counts as one that saw nothing. */
const lookMs = 90_000
const batch = 50

/**
 * Sends a job for each domain whose certificates are to be looked at, and puts the next look a day ahead: one that fails is
 * followed by another then. Those of a read-only domain, or of a workspace that is gone, are not looked at.
 */
export async function sendDueLooks(deps: Deps): Promise<void> {
  const now = deps.now()
  for (let sent = batch; sent === batch; ) {
    sent = await deps.store.transaction(async tx => {
      const due = await dueForCertificateLook(tx, now, batch)
      const tiers = await storedTiers(tx, [...new Set(due.map(row => row.workspaceId))])
      for (const { id, workspaceId } of due) {
        const stored = tiers.get(workspaceId)
        await updateUnseen(tx, id, { certificateDueAt: stored === undefined ? null : new Date(now.getTime() + dayMs) })
        if (stored === undefined || (await isReadOnly(tx, { id: workspaceId, tier: tierInUse(deps, stored) }, id)))
          continue
        await deps.queue.send('certificates.look', { domainId: id, workspaceId }, { tx, key: id })
      }
      return due.length
    })
  }
}

/** Looks at the certificates of a domain, and starts a scan where one is to be alerted about, or no more. */
export async function lookAgain(
  deps: Deps,
  { domainId, workspaceId }: PayloadOf<'certificates.look'>,
  stopping: AbortSignal,
): Promise<void> {
  const known = await ownedDomain(deps.store.db, workspaceId, domainId)
  if (known === undefined || known.certificates.length === 0) return
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(lookMs)])
  const looked = await deps.certificates({ name: known.name, signal })
  if (stopping.aborted) return
  await deps.store.transaction(async tx => {
    const row = await lockedDomain(tx, workspaceId, domainId)
    // A scan that ended meanwhile knows more.
    if (row?.lastScanAt == null || row.lastScanAt.getTime() !== known.lastScanAt?.getTime()) return
    const at = deps.now()
    const certificates = certificatesAfter(row.certificates, { domain: row.name, ...looked, tells: false, at })
    const reasons = wantScan(row.certificates, certificates, at)
    if (reasons.length > 0) {
      // A scan may show a session with a mail server of up to six hours ago, from before the certificate was replaced.
      const wait = reasons.some(({ role }) => role === 'mx') ? keptForMs : 0
      await updateUnseen(tx, domainId, { ownScanDueAt: ownScanTime(row, new Date(at.getTime() + wait)) })
    } else {
      await updateUnseen(tx, domainId, { certificates, certificateDueAt: nextCertificateLook(certificates, at) })
    }
  })
}
