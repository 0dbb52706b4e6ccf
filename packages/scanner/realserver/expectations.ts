/**
 * What a scan has to say about twenty-four recorded zones and one recorded moment, written from the data alone.
 *
 * The data are recorded RRsets, not whole zones. What a record points at and the recording does not hold (most mail
 * exchangers, many SPF includes, the report addresses' domains, `_dmarc` of names above the recorded zones) is
 * unknown: in the lab it cannot be asked, so it is a gap and never a finding. Hence:
 * - a mail exchanger outside the recording is `unchecked`, which costs nothing;
 * - `lookups` counts the terms as far as the tree is known, and `complete` is false when a part of it is not;
 * - `_dmarc.gov.uk` is not recorded: a zone right below gov.uk without a DMARC record of its own cannot be judged.
 * - a selector whose alias leads out of the recording (selector1, s1, brevo1, k2 …) may hold a better key than all others,
 *   so there is no DKIM finding, not even about a google key of 1024 bits beside it;
 * - where the recording holds nothing below `_domainkey`, two of the zone's servers say so: the absence of a key is
 *   certain. Where it has unguessable selectors only (those of Amazon SES), `_domainkey` exists: it costs nothing;
 * - the organization may sign for a name below it. Some of its selectors (justice.gov.uk, judiciary.uk) lead out of the
 *   recording, so it is unknown whether it has a key, and there is no DKIM finding;
 * - no blocklist is in the lab: every one fails its own test entries, so none counts as clean or listing.
 * Recommendations, which cost no points, are compared with the recording by rule and are not listed here.
 */

import type { DmarcPolicy } from '@waxseal/core/dmarc'
import type { FindingId } from '@waxseal/core/health'
import type { SpfTree } from '@waxseal/core/spf'

export interface Expectation {
  name: string
  /** Exchanges by preference, then by name; `.` is the null MX. */
  mx: readonly string[]
  /** null: the name has no SPF record. 'several': more than one, so there is no tree. */
  spf: { ending: SpfTree['ending']; lookups: number; complete: boolean } | 'several' | null
  dmarc: { policy: DmarcPolicy; location: string; rua: readonly string[] } | 'missing' | 'unchecked'
  /** Sorted; without transport recommendations. */
  findings: readonly FindingId[]
}

const ncsc = 'dmarc-rua@dmarc.service.gov.uk'

/** Zones with mail exchangers. */
const mailZones: readonly Expectation[] = [
  {
    name: 'andrewmalkinsoninquiry.uk',
    mx: ['andrewmalkinsoninquiry-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 1, complete: true },
    dmarc: { policy: 'reject', location: 'andrewmalkinsoninquiry.uk', rua: ['govuk-rua@dmarc.service.gov.uk'] },
    findings: [],
  },
  {
    // Quarantine is full marks for a domain that sends.
    name: 'cica.gov.uk',
    mx: ['cica-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 1, complete: true },
    dmarc: { policy: 'quarantine', location: 'cica.gov.uk', rua: [ncsc, 'dmarc@cica.gov.uk'] },
    findings: [],
  },
  {
    // The exchanger lies inside the zone but outside the recording; no TXT at the apex.
    name: 'cicap.gov.uk',
    mx: ['mailhost.cicap.gov.uk'],
    spf: null,
    dmarc: { policy: 'none', location: 'cicap.gov.uk', rua: [ncsc] },
    findings: ['dkim_not_found_sure', 'dmarc_none', 'spf_missing'],
  },
  {
    // DMARC behind a CNAME; ~all is no finding because DMARC enforces.
    name: 'cjit.gov.uk',
    mx: ['cjit-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '~', lookups: 1, complete: true },
    dmarc: { policy: 'reject', location: 'cjit.gov.uk', rua: [ncsc] },
    findings: [],
  },
  {
    // include: google, sendgrid (which includes one more, unrecorded), amazonses, outlook.
    name: 'digital.justice.gov.uk',
    mx: ['digital-justice-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '~', lookups: 5, complete: false },
    dmarc: { policy: 'reject', location: 'digital.justice.gov.uk', rua: [ncsc] },
    findings: [],
  },
  {
    name: 'financeandtaxtribunals.gov.uk',
    mx: ['inbound-smtp.eu-west-1.amazonaws.com'],
    spf: null,
    dmarc: { policy: 'none', location: 'financeandtaxtribunals.gov.uk', rua: [ncsc] },
    findings: ['dkim_not_found_unguessable', 'dmarc_none', 'spf_missing'],
  },
  {
    // Qualifiers written out (+a +mx …), three exchangers, no DMARC here, at co.uk or at uk.
    name: 'hmppsinsights.co.uk',
    mx: ['mx10.mailspamprotection.com', 'mx20.mailspamprotection.com', 'mx30.mailspamprotection.com'],
    spf: { ending: '~', lookups: 3, complete: false },
    dmarc: 'missing',
    findings: ['dkim_1024', 'dmarc_missing', 'spf_softfail_unenforced'],
  },
  {
    // No DMARC of its own: that of dsd.io (p=reject, no sp) applies.
    name: 'hwf.dsd.io',
    mx: ['inbound-smtp.eu-west-1.amazonaws.com'],
    spf: null,
    dmarc: { policy: 'reject', location: 'dsd.io', rua: [ncsc] },
    findings: ['dkim_not_found_sure', 'spf_missing'],
  },
  {
    // mx, outlook, google, mandrill; the only report address is external and its authorization cannot be queried.
    name: 'ima-citizensrights.org.uk',
    mx: ['imacitizensrights-org-uk0i.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 4, complete: false },
    dmarc: { policy: 'none', location: 'ima-citizensrights.org.uk', rua: ['rua@dmarc.brevo.com'] },
    findings: ['dmarc_none'],
  },
  {
    // mx, three a:, outlook, amazonses, salesforce with its exists:, two includes that are not recorded: ten already.
    name: 'justice.gov.uk',
    mx: ['justice-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 10, complete: false },
    dmarc: { policy: 'reject', location: 'justice.gov.uk', rua: [ncsc] },
    findings: ['spf_near_limit'],
  },
  {
    // The exchanger is published with capitals.
    name: 'nottinghaminquiry.uk',
    mx: ['nottinghaminquiry-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 1, complete: true },
    dmarc: 'missing',
    findings: ['dmarc_missing'],
  },
  {
    // As the one above, but below gov.uk, whose own DMARC record is not in the recording: nothing is certain.
    name: 'odpm.gov.uk',
    mx: ['odpm-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 1, complete: true },
    dmarc: 'unchecked',
    findings: [],
  },
  {
    name: 'paroleboard.gov.uk',
    mx: ['paroleboard-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 2, complete: true },
    dmarc: { policy: 'reject', location: 'paroleboard.gov.uk', rua: [ncsc, 'dmarc@paroleboard.gov.uk'] },
    findings: [],
  },
  {
    // The include ends in ?all and includes one more: the ending is the root's own ~all.
    name: 'petp.co.uk',
    mx: [
      'aspmx.l.google.com',
      'alt1.aspmx.l.google.com',
      'alt2.aspmx.l.google.com',
      'alt3.aspmx.l.google.com',
      'alt4.aspmx.l.google.com',
    ],
    spf: { ending: '~', lookups: 2, complete: true },
    dmarc: { policy: 'none', location: 'petp.co.uk', rua: [ncsc] },
    findings: ['dkim_not_found_sure', 'dmarc_none', 'spf_softfail_unenforced'],
  },
  {
    // pct=100 is not test mode.
    name: 'producttracker.justice.gov.uk',
    mx: ['inbound-smtp.eu-west-1.amazonaws.com'],
    spf: { ending: '~', lookups: 0, complete: true },
    dmarc: {
      policy: 'none',
      location: 'producttracker.justice.gov.uk',
      rua: ['b966d0e9@inbox.ondmarc.com', ncsc, 'dmarc@digitaljustice.gov.uk'],
    },
    findings: ['dmarc_none', 'spf_none_pass', 'spf_softfail_unenforced'],
  },
  {
    // v=spf1 -all with a mail exchanger: receives, does not send; not the non-mail profile.
    name: 'service.justice.gov.uk',
    mx: ['inbound-smtp.eu-west-1.amazonaws.com'],
    spf: { ending: '-', lookups: 0, complete: true },
    dmarc: { policy: 'none', location: 'service.justice.gov.uk', rua: [ncsc, 'dmarc@digitaljustice.gov.uk'] },
    findings: ['dmarc_none'],
  },
  {
    // Two blanks between terms; outlook known, the other include not; DMARC without a report address.
    name: 'yjb.gov.uk',
    mx: ['yjb-gov-uk.mail.protection.outlook.com'],
    spf: { ending: '-', lookups: 2, complete: false },
    dmarc: { policy: 'reject', location: 'yjb.gov.uk', rua: [] },
    findings: ['dmarc_rua_missing'],
  },
]

/** Zones without mail exchangers, and with a null MX. */
const otherZones: readonly Expectation[] = [
  {
    name: '247rapesupport.org.uk',
    mx: ['.'],
    spf: { ending: '-', lookups: 0, complete: true },
    dmarc: { policy: 'reject', location: '247rapesupport.org.uk', rua: [ncsc] },
    findings: [],
  },
  {
    name: 'cjsm.co.uk',
    mx: ['.'],
    spf: { ending: '-', lookups: 0, complete: true },
    dmarc: { policy: 'reject', location: 'cjsm.co.uk', rua: [ncsc] },
    findings: [],
  },
  {
    // A stray DKIM text beside the SPF record at the apex is no second SPF record.
    name: 'dsd.io',
    mx: ['.'],
    spf: { ending: '-', lookups: 0, complete: true },
    dmarc: { policy: 'reject', location: 'dsd.io', rua: [ncsc] },
    findings: [],
  },
  {
    // v=spf1 -all without any MX: a null MX would be explicit.
    name: 'trackmycrime.com',
    mx: [],
    spf: { ending: '-', lookups: 0, complete: true },
    dmarc: { policy: 'reject', location: 'trackmycrime.com', rua: [ncsc] },
    findings: ['nonmail_no_null_mx'],
  },
  {
    // Two addresses and no MX: they receive the mail.
    name: 'yjresourcehub.uk',
    mx: [],
    spf: { ending: '~', lookups: 1, complete: false },
    dmarc: { policy: 'none', location: 'yjresourcehub.uk', rua: ['rua@dmarc.brevo.com'] },
    findings: ['dmarc_none', 'mx_implicit', 'spf_softfail_unenforced'],
  },
  {
    name: 'prisonvisits.service.gov.uk',
    mx: [],
    spf: { ending: '~', lookups: 2, complete: false },
    dmarc: { policy: 'reject', location: 'prisonvisits.service.gov.uk', rua: [ncsc] },
    findings: ['mx_missing'],
  },
  {
    name: 'becomeamagistrate.uk',
    mx: [],
    spf: null,
    dmarc: 'missing',
    findings: ['dkim_not_found_sure', 'dmarc_missing', 'mx_missing', 'spf_missing'],
  },
]

export const expectations: readonly Expectation[] = [...mailZones, ...otherZones]

/**
 * elinks.judiciary.uk between 2024-10-14 12:39:09 and 2024-10-15 08:41:17 UTC: the new SPF record was published
 * beside the old one. Its MX of that day came and went with the history; its DMARC record is that of the recording.
 */
export const twoSpfRecords: Expectation & { at: number } = {
  at: 1_728_909_549,
  name: 'elinks.judiciary.uk',
  mx: ['mail.dxw.net'],
  spf: 'several',
  dmarc: { policy: 'reject', location: 'elinks.judiciary.uk', rua: [] },
  findings: ['dmarc_rua_missing', 'spf_permerror'],
}
