import type { FindingId } from './checks.ts'

type Family = readonly FindingId[]

/**
 * Findings that state one problem in several degrees, the mildest first. While one of them is there, no other one is
 * fixed: the problem became worse or better.
 */
export const sameProblem: readonly Family[] = [
  ['relay_suspected', 'relay_open'],
  ['bl_low', 'bl_medium', 'bl_high', 'bl_critical'],
  ['threat_listed', 'threat_low', 'threat_suspicious', 'threat_malicious'],
  ['mx_some_unresolvable', 'mx_all_unresolvable'],
  ['mx_unreachable_address', 'mx_private_address'],
  ['mx_implicit', 'mx_missing'],
  ['spf_no_all', 'spf_neutral'],
  ['dkim_weak_beside', 'dkim_weak'],
  ['dkim_dangling', 'dkim_service_unsigned'],
  ['dkim_broken_beside', 'dkim_invalid'],
  ['dkim_not_found_unguessable', 'dkim_not_found_unsure', 'dkim_not_enabled', 'dkim_not_found_sure'],
  ['delegation_silent', 'delegation_lame'],
  ['mta_sts_mx_mismatch', 'mta_sts_mismatch'],
]

/**
 * Findings that a graver one takes the place of, the mildest first. The step to a graver one fixes nothing; the step to
 * a milder one does: a missing record was published, and what is left to do is the next step.
 */
export const worsens: readonly Family[] = [
  ['spf_softfail_unenforced', 'spf_no_all', 'spf_plus_all'],
  ['spf_softfail_unenforced', 'spf_neutral', 'spf_plus_all'],
  ['spf_softfail_unenforced', 'spf_no_all', 'spf_missing'],
  ['spf_softfail_unenforced', 'spf_neutral', 'spf_missing'],
  ['spf_too_open', 'spf_plus_all'],
  ['spf_term_ignored', 'spf_no_sender'],
  ['spf_near_limit', 'spf_permerror'],
  ['dkim_1024', 'dkim_weak'],
  ['dmarc_testing', 'dmarc_none', 'dmarc_invalid', 'dmarc_missing'],
  ['dmarc_sp_weaker', 'dmarc_invalid', 'dmarc_missing'],
  ['dmarc_rua_missing', 'dmarc_invalid', 'dmarc_missing'],
  ['nonmail_dmarc_quarantine', 'nonmail_dmarc_weak', 'nonmail_dmarc_missing'],
  ['mta_sts_testing', 'mta_sts_none', 'mta_sts_missing'],
]

/** What keeps receivers from reading an SPF record to its end. */
const unread = ['spf_missing', 'spf_no_sender', 'spf_plus_all', 'spf_permerror'] as const

/**
 * What else can appear once advice was followed, with the findings that the advice is about: a record that receivers read
 * again shows its own next step, and an enforced policy is what BIMI needs. It is the next step, not a new problem.
 */
export const follows: { readonly [Id in FindingId]?: Family } = {
  spf_softfail_unenforced: unread,
  spf_permerror: ['spf_missing', 'spf_no_sender', 'spf_plus_all'],
  spf_none_pass: unread,
  spf_no_all: unread,
  spf_neutral: unread,
  spf_ptr: unread,
  spf_too_open: unread,
  spf_near_limit: unread,
  spf_term_ignored: unread,
  dkim_several_records: ['dkim_broken_beside', 'dkim_testing_only', 'dkim_invalid'],
  bimi_missing: ['dmarc_testing', 'dmarc_sp_weaker', 'dmarc_none', 'dmarc_invalid', 'dmarc_missing'],
  ptr_missing: ['mx_all_unresolvable'],
}
