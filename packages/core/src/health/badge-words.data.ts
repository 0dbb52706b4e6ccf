import { states } from '../check/index.ts'
import type { FindingId } from './checks.ts'

/**
 * In a few words, the findings of high or critical severity that no badge may be green beside. Where the finding is a state of
 * its check, its word is that of the state.
 */
export const badgeWords: { readonly [Id in FindingId]?: string } = {
  domain_not_found: 'Does not exist',
  dnssec_bogus: 'DNSSEC broken',
  delegation_dead: 'No name server answers',
  mx_missing: states.notFound.word,
  mx_all_unresolvable: 'No usable address',
  mx_bogus: 'MX: DNSSEC broken',
  spf_missing: 'SPF missing',
  spf_plus_all: 'SPF allows everyone',
  spf_permerror: 'SPF broken',
  spf_no_sender: 'SPF names no sender',
  spf_include_bogus: 'SPF: DNSSEC broken',
  spf_too_open: 'SPF too open',
  dmarc_missing: 'DMARC missing',
  dmarc_invalid: 'DMARC broken',
  dmarc_bogus: 'DMARC: DNSSEC broken',
  dmarc_none: 'DMARC only monitors',
  nonmail_dmarc_missing: 'DMARC missing',
  dkim_weak: 'Keys too short',
  bl_critical: states.listed.word,
  bl_high: states.listed.word,
  threat_malicious: states.malicious.word,
  threat_suspicious: states.suspicious.word,
  relay_open: states.open.word,
  mta_sts_mismatch: 'MTA-STS refuses the MX',
  dane_mismatch: 'DANE mismatch',
}
