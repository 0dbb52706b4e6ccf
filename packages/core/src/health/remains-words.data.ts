import type { FindingId } from './checks.ts'

/** What has to be done before the second score of a finding in two steps, by the finding that the first step leaves. */
const words: { readonly [Id in FindingId]?: string } = {
  dmarc_none: 'once enforced',
  dmarc_testing: 'once out of test mode',
  dmarc_sp_weaker: 'once subdomains are protected too',
  dmarc_rua_missing: 'once reports arrive',
  nonmail_dmarc_weak: 'once enforced',
  nonmail_dmarc_quarantine: 'with p=reject',
  spf_softfail_unenforced: 'once DMARC is enforced',
  mta_sts_testing: 'once enforced',
}

/** The condition of the second score. Any other finding is the next step. */
export function thenWords(id: string): string {
  const known: { readonly [id: string]: string } = words
  return Object.hasOwn(known, id) ? (known[id] ?? 'after the next step') : 'after the next step'
}
