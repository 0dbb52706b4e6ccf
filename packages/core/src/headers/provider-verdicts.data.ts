import {
  bulkComplaints,
  confidence,
  destination,
  forefrontReport,
  phishingConfidence,
} from './provider-verdict-microsoft.ts'
import {
  antivirusWord,
  type FieldReader,
  firstWord,
  gauge,
  impersonationProtect,
  number,
  passedThrough,
  proofpoint,
  rspamdAction,
  rspamdResult,
  scoreBar,
  spamStatus,
  state,
} from './provider-verdict-readers.ts'

/** A field that a filter writes. */
export interface FilterField {
  /** In lower case. */
  field: string
  product: string
  read: FieldReader
}

const flag = (label: string): FieldReader =>
  firstWord(label, { yes: 'spam', no: 'clean', true: 'spam', false: 'clean' })

const kaspersky = firstWord('AntiSpam-Status', {
  not_detected: 'clean',
  trusted: 'note',
  formal: 'note',
  probable_spam: 'spam',
  blacklisted: 'spam',
  spam: 'spam',
})

const phishing = firstWord('AntiPhishing', { phishing: 'phishing', clean: 'note' })

const ovhState: FieldReader = firstWord('state', { ok: 'clean', spam: 'spam', mce: 'bulk', dce: 'note' })

/** Seen in samples: the part behind the colon is a grade. A low grade is no verdict. */
const vadeState: FieldReader = state('state', {
  clean: 'clean',
  'spam:low': 'unknown',
  'spam:medium': 'spam',
  'spam:high': 'spam',
  phishing: 'phishing',
  malware: 'malware',
  'commercial:mce': 'bulk',
  'commercial:dce': 'note',
})

/**
 * The fields of filters and what they mean. A field of which only the presence, or only a number without its threshold,
 * is documented gives a note. So do those whose meaning we know from samples alone.
 */
export const filterFields: readonly FilterField[] = [
  // Microsoft: MicrosoftDocs/defender-docs, message-headers-eop-mdo.md (2025-07-07), anti-spam-spam-confidence-level-scl-about.md
  // (2026-05-21), anti-spam-bulk-complaint-level-bcl-about.md (2023-10-17), MS-OXCMAIL 2.1.3.2.24.
  { field: 'x-forefront-antispam-report', product: 'Exchange Online', read: forefrontReport },
  { field: 'x-microsoft-antispam', product: 'Exchange Online', read: bulkComplaints },
  { field: 'x-ms-exchange-organization-scl', product: 'Exchange', read: confidence },
  // learn.microsoft.com, Exchange Server, "Antispam stamps".
  { field: 'x-ms-exchange-organization-pcl', product: 'Exchange', read: phishingConfidence },
  { field: 'x-microsoft-antispam-mailbox-delivery', product: 'Exchange Online', read: destination },
  // Gmail: seen on mail of groups; the meaning is not documented.
  { field: 'x-gm-spam', product: 'Gmail', read: number('X-Gm-Spam with a value') },
  { field: 'x-gm-phishy', product: 'Gmail', read: number('X-Gm-Phishy with a value') },
  // SpamAssassin: Mail::SpamAssassin::Conf, "add_header". Other filters write the same fields.
  { field: 'x-spam-status', product: 'SpamAssassin', read: spamStatus },
  { field: 'x-spam-flag', product: 'Spam filter', read: flag('X-Spam-Flag') },
  { field: 'x-spam-score', product: 'Spam filter', read: number('a spam score') },
  // Rspamd: the module milter_headers.
  { field: 'x-spamd-result', product: 'Rspamd', read: rspamdResult },
  { field: 'x-spam', product: 'Rspamd', read: flag('X-Spam') },
  { field: 'x-rspamd-action', product: 'Rspamd', read: rspamdAction },
  { field: 'x-rspamd-result', product: 'Rspamd', read: rspamdResult },
  { field: 'x-rspamd-status', product: 'Rspamd', read: spamStatus },
  { field: 'x-spamd-bar', product: 'Rspamd', read: scoreBar },
  { field: 'x-rspamd-score', product: 'Rspamd', read: number('a score') },
  // Barracuda: the bands of its score are set by the administrator.
  { field: 'x-barracuda-spam-status', product: 'Barracuda', read: spamStatus },
  { field: 'x-barracuda-spam-flag', product: 'Barracuda', read: flag('X-Barracuda-Spam-Flag') },
  { field: 'x-barracuda-spam-score', product: 'Barracuda', read: number('a spam score') },
  // Proofpoint, Mimecast, Cisco, Trend Micro, Sophos, Symantec, Cloudmark, Vade: microsoft/MHA, SpamScope/mail-parser and
  // mgeeky/decode-spam-headers list the fields.
  { field: 'x-proofpoint-spam-details', product: 'Proofpoint', read: proofpoint },
  { field: 'x-proofpoint-virus-version', product: 'Proofpoint', read: passedThrough },
  { field: 'x-mimecast-spam-score', product: 'Mimecast', read: number('a spam score') },
  { field: 'x-mimecast-bulk-signature', product: 'Mimecast', read: firstWord('bulk signature', { yes: 'bulk' }) },
  { field: 'x-mimecast-impersonation-protect', product: 'Mimecast', read: impersonationProtect },
  { field: 'x-ironport-anti-spam-filtered', product: 'Cisco Secure Email', read: passedThrough },
  { field: 'x-sbrs', product: 'Cisco Secure Email', read: number('a sender reputation') },
  { field: 'x-amp-result', product: 'Cisco Secure Email', read: antivirusWord('AMP') },
  { field: 'x-tm-as-result', product: 'Trend Micro', read: flag('X-TM-AS-Result') },
  { field: 'x-tmase-result', product: 'Trend Micro', read: flag('X-TMASE-Result') },
  { field: 'x-sea-spam', product: 'Sophos', read: gauge },
  { field: 'x-brightmail-tracker', product: 'Symantec', read: passedThrough },
  { field: 'x-spamreason', product: 'Symantec', read: spamStatus },
  { field: 'x-cmae-score', product: 'Cloudmark', read: number('a spam score') },
  { field: 'x-cnfs-analysis', product: 'Cloudmark', read: passedThrough },
  { field: 'x-vr-spamstate', product: 'Vade', read: ovhState },
  { field: 'x-vade-spamstate', product: 'Vade', read: vadeState },
  { field: 'x-vade-verdict', product: 'Vade', read: vadeState },
  { field: 'x-vade-spamscore', product: 'Vade', read: number('a spam score') },
  { field: 'x-vr-spamscore', product: 'Vade', read: number('a spam score') },
  { field: 'x-ovh-spamstate', product: 'OVHcloud', read: ovhState },
  { field: 'x-ovh-spam-status', product: 'OVHcloud', read: ovhState },
  // SpamExperts (N-able Mail Assure): the knowledge base on its headers.
  {
    field: 'x-spamexperts-class',
    product: 'SpamExperts',
    read: firstWord('class', { ham: 'clean', unsure: 'unknown', spam: 'spam', phish: 'phishing', virus: 'malware' }),
  },
  {
    field: 'x-recommended-action',
    product: 'SpamExperts',
    read: firstWord('action', { accept: 'clean', drop: 'spam', reject: 'spam' }),
  },
  // Kaspersky: support.kaspersky.com/klms8/56122, "Informative X-headers".
  { field: 'x-klms-antispam-status', product: 'Kaspersky', read: kaspersky },
  { field: 'x-ksmg-antispam-status', product: 'Kaspersky', read: kaspersky },
  { field: 'x-klms-antiphishing', product: 'Kaspersky', read: phishing },
  { field: 'x-ksmg-antiphishing', product: 'Kaspersky', read: phishing },
  { field: 'x-klms-antivirus-status', product: 'Kaspersky', read: antivirusWord('AntiVirus-Status') },
  { field: 'x-ksmg-antivirus-status', product: 'Kaspersky', read: antivirusWord('AntiVirus-Status') },
  // Mailgun: "Receiving, forwarding and storing messages", spam filter.
  { field: 'x-mailgun-sflag', product: 'Mailgun', read: flag('X-Mailgun-Sflag') },
  { field: 'x-mailgun-sscore', product: 'Mailgun', read: number('a spam score') },
  // Amazon SES: "Receiving email", the verdicts of its scans.
  {
    field: 'x-ses-spam-verdict',
    product: 'Amazon SES',
    read: firstWord('spam verdict', { pass: 'clean', fail: 'spam', gray: 'unknown', processing_failed: 'unknown' }),
  },
  { field: 'x-ses-virus-verdict', product: 'Amazon SES', read: antivirusWord('virus verdict') },
  // Proton: from samples, and the words are those of its folders. message-origin.ts knows its place.
  {
    field: 'x-pm-spam-action',
    product: 'Proton',
    read: state('action', { inbox: 'clean', spam: 'spam', phishing: 'phishing', dunno: 'unknown' }),
  },
  { field: 'x-pm-spamscore', product: 'Proton', read: number('a spam score') },
  // atmail: from samples. The words are the actions of Rspamd.
  { field: 'x-atmailcloud-spam-action', product: 'atmail', read: rspamdAction },
  // GMX: the number names the filter that matched, and 0 none. The text is in the field.
  { field: 'x-gmx-antispam', product: 'GMX', read: state('X-GMX-Antispam', { 0: 'clean' }) },
  // Yandex, Yahoo, Zoho: from samples.
  { field: 'x-yandex-spam', product: 'Yandex', read: number('X-Yandex-Spam with a value') },
  { field: 'x-yahoofilteredbulk', product: 'Yahoo', read: passedThrough },
  { field: 'x-zoho-virus-status', product: 'Zoho', read: number('X-Zoho-Virus-Status with a value') },
  // Programs against viruses.
  { field: 'x-virus-status', product: 'Antivirus', read: antivirusWord('X-Virus-Status') },
  { field: 'x-antivirus-status', product: 'Antivirus', read: antivirusWord('X-Antivirus-Status') },
  { field: 'x-virus-scanned', product: 'Antivirus', read: passedThrough },
]
