import type { DmarcSettings } from './build.ts'
import type { DmarcPolicy } from './value.ts'

/** The policy for one kind of mail, and the tag it comes from. */
export interface PolicyRow {
  /** By RFC 9989, without regard to test mode (`t=y`). */
  policy: DmarcPolicy
  from: 'p' | 'sp' | 'np'
  /** By RFC 7489, which has no `np`. */
  rfc7489: DmarcPolicy
}

export interface DmarcOutcome {
  domain: PolicyRow
  /** Subdomains that exist and publish no record of their own. */
  subdomains: PolicyRow
  nonexistent: PolicyRow
  /** Differences between receivers of RFC 9989 and of RFC 7489, one sentence each; empty without a difference. */
  notes: readonly string[]
}

/**
 * The effect of a record with these settings at an organizational domain. Below another one, its record applies to
 * subdomains.
 */
export function dmarcOutcome(
  settings: Pick<DmarcSettings, 'policy' | 'sp_policy' | 'np_policy' | 'testing' | 'pct'>,
): DmarcOutcome {
  const { policy, sp_policy, np_policy, testing, pct } = settings
  const below = sp_policy === '' ? policy : sp_policy
  const from = sp_policy === '' ? 'p' : 'sp'
  const none = np_policy === '' ? below : np_policy
  const outcome = {
    domain: { policy, from: 'p', rfc7489: policy },
    subdomains: { policy: below, from, rfc7489: below },
    nonexistent: { policy: none, from: np_policy === '' ? from : 'np', rfc7489: below },
  } as const
  const notes: string[] = []
  if (none !== below) {
    notes.push(`Older receivers (RFC 7489) ignore np and apply ${below} to nonexistent subdomains too.`)
  }
  if (testing && acts([policy, below, none])) {
    notes.push(
      'With t=y, newer receivers (RFC 9989) apply the next milder policy: quarantine for reject, none for quarantine. ' +
        'Older receivers (RFC 7489) ignore t and apply the full policy.',
    )
  }
  // Only RFC 7489 has pct, and it has no np.
  if (pct < 100 && acts([policy, below])) {
    notes.push(
      `RFC 9989 removed pct. Newer receivers apply the policy to all mail, older receivers (RFC 7489) to ${pct}% of it.`,
    )
  }
  return { ...outcome, notes }
}

function acts(policies: readonly DmarcPolicy[]): boolean {
  return policies.some(policy => policy !== 'none')
}
