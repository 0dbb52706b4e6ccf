import { z } from 'zod'
import { dmarcReply, failureReason, mxHost, spfTree } from './scan-parts.ts'

/** The parts of a scan result. Each mirrors a type of core; `drift.test.ts` compares the two. */
const problem = z.object({ code: z.string(), message: z.string() })

const keySource = z.enum(['catalogue', 'generated', 'given'])

const dkimRecord = z.object({
  selector: z.string(),
  provider: z.string().nullable(),
  hostname: z.string(),
  full_record: z.string(),
  state: z.enum(['working', 'weak', 'revoked', 'broken']),
  key_type: z.string(),
  key_bits: z.number().int().nullable(),
  public_key: z.string(),
  revoked: z.boolean(),
  testing: z.boolean(),
  source: keySource,
  cnames: z.array(z.string()),
  errors: z.array(problem),
  warnings: z.array(problem),
  repaired: z.string().nullable(),
})

const dkimName = z.object({
  selector: z.string(),
  hostname: z.string(),
  source: keySource,
  cnames: z.array(z.string()),
  provider: z.object({ id: z.string(), name: z.string() }).nullable(),
})

const dkimReply = z.object({
  state: z.enum(['found', 'none-sure', 'none-unsure', 'unchecked']),
  sure_because: z.enum(['authenticated', 'two-servers', 'given']).nullable(),
  tried: z.number().int(),
  dangling: z.array(dkimName),
  unanswered: z.array(dkimName.extend({ reason: failureReason })),
  missing: z.array(z.string()),
  wildcard: z.object({ records: z.array(z.string()), cnames: z.array(z.string()), revoked: z.boolean() }).nullable(),
  unguessable: z.array(z.string()),
  names_below: z.boolean().nullable(),
  parent: z
    .object({
      domain: z.string(),
      state: z.enum(['found', 'unlisted', 'none', 'unchecked']),
      selectors: z.array(z.string()),
    })
    .nullable(),
  doubled: z.array(z.object({ selector: z.string(), name: z.string() })),
})

const listing = z.object({
  subject: z.string(),
  owner: z.string().nullable(),
  labels: z.array(z.string()),
  meaning: z.string(),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  note: z.boolean(),
  question: z.string(),
})

const blacklistRow = z
  .object({
    list: z.string(),
    name: z.string(),
    zone: z.string(),
    kind: z.enum(['ip', 'domain']),
    status: z.enum(['listed', 'clean', 'error']),
    listings: z.array(listing),
    trouble: z
      .enum([
        'not-applicable',
        'refused',
        'rewritten',
        'lists-everything',
        'test-entry',
        'silent',
        'dead',
        'unknown-code',
        'unanswered',
      ])
      .nullable(),
    reason: z.string().nullable(),
    advice: z.string().nullable(),
    delisting: z.string().nullable(),
  })
  .meta({ id: 'BlacklistRow' })

const blacklistReply = z.object({
  success: z.boolean(),
  listed_count: z.number().int(),
  total_checked: z.number().int(),
  blacklists: z.array(blacklistRow),
  custom: z.array(blacklistRow),
  addresses: z.array(
    z.object({
      address: z.string(),
      from: z.enum(['mx', 'spf']),
      host: z.string().nullable(),
      owner: z.string().nullable(),
      sends: z.boolean().nullable(),
    }),
  ),
  names: z.array(z.string()),
  not_asked: z.number().int(),
  off: z.array(z.string()),
})

const threatReply = z.object({
  error: z.enum(['rate_limit_exceeded', 'not_configured', 'unavailable']).nullable(),
  overall_verdict: z.enum(['clean', 'low_risk', 'suspicious', 'malicious']).nullable(),
  threat_indicators: z.array(z.string()),
  domain: z
    .object({
      smart_verdict: z.string().exactOptional(),
      vendor_interpretation: z.string().exactOptional(),
      vendor_results: z.array(
        z.object({
          vendor: z.string(),
          category: z.enum(['malicious', 'suspicious', 'policy', 'harmless', 'undetected', 'unknown']),
          tier: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
          detail: z.string(),
        }),
      ),
    })
    .nullable(),
  sources: z.array(z.string()),
  left_out: z.array(z.string()),
  note: z.string().nullable(),
  sources_answered: z.number().int(),
})

const digests = z.object({
  subject: z.string(),
  sha256: z.string(),
  sha512: z.string(),
  spkiSha256: z.string(),
  spkiSha512: z.string(),
})

const certificate = z.object({
  names: z.array(z.string()),
  issuer: z.string(),
  notBefore: z.string(),
  notAfter: z.string(),
  selfSigned: z.boolean(),
  trusted: z.boolean(),
  chainProblem: z.string().nullable(),
  problem: z.string().nullable(),
  sha256: z.string(),
  spkiSha256: z.string(),
  chain: z.array(digests),
})

const relayReply = z.object({
  is_open_relay: z.boolean().nullable(),
  test_details: z.array(z.string()),
  state: z.enum(['tested', 'not-applicable', 'off', 'not-for-visitors']),
  hosts: z.array(
    z.object({
      host: z.string(),
      address: z.string(),
      testedAt: z.string(),
      contacted: z.boolean(),
      failure: failureReason.nullable(),
      greeting: z.string().nullable(),
      starttls: z.enum(['offered', 'not-offered', 'failed', 'unknown']),
      tls: z.object({ protocol: z.string(), certificate }).nullable(),
      relay: z.enum(['open', 'suspected', 'closed', 'unknown']),
      undecided: failureReason.nullable(),
      reason: z.string(),
    }),
  ),
})

const senderCell = z.object({
  does: z.enum(['checked', 'encrypted', 'clear', 'refused', 'unknown']),
  word: z.string(),
  says: z.string(),
  source: z.string().nullable(),
})

const senderCells = { opportunistic: senderCell, mta_sts: senderCell, dane: senderCell }

const transportReply = z.object({
  /** What each kind of sender does with mail for each host; null: not asked, or no mail comes to the domain. */
  senders: z
    .object({
      rows: z.array(
        z.object({
          host: z.string(),
          ...senderCells,
          /** Where the addresses of the host differ, each of them. */
          addresses: z.array(z.object({ address: z.string(), ...senderCells })),
        }),
      ),
      /** Why something is unknown, and what the operator can do. */
      note: z.string().nullable(),
    })
    .nullable(),
  /** The certificates that senders check, and that the owner of the domain renews. */
  certificates: z.array(
    z.object({
      host: z.string(),
      role: z.enum(['policy', 'mx']),
      not_before: z.string().nullable(),
      not_after: z.string().nullable(),
      /** Which senders check that of a mail server; absent: not known. */
      checked_by: z.enum(['none', 'mta-sts', 'dane', 'both']).exactOptional(),
    }),
  ),
  /** Mail hosts whose certificate could not be seen. What was known of these before is still known. */
  certificates_unseen: z.array(z.string()),
  parts: z.array(
    z.object({
      id: z.enum(['starttls', 'certificate', 'reverse', 'mta-sts', 'tls-rpt', 'dane', 'dnssec', 'bimi', 'caa']),
      title: z.string(),
      state: z.enum(['ok', 'recommendation', 'not-applicable', 'unchecked', 'off', 'not-for-visitors']),
      summary: z.string(),
      summary_of: z.string().nullable(),
      details: z.array(z.string()),
      findings: z.array(z.string()),
      evidence: z.array(z.string()),
    }),
  ),
})

/** `results` of a scan: the part of each check. */
export const results = z.object({
  mx: z.object({
    success: z.boolean(),
    records: z.array(z.object({ priority: z.number(), host: z.string(), ip: z.string().nullable() })),
    hosts: z.array(mxHost),
    implicit: z.array(z.string()).nullable(),
  }),
  dns: z.object({
    a_records: z.array(z.object({ ip: z.string() })),
    aaaa_records: z.array(z.object({ ip: z.string() })),
    txt_records: z.array(z.string()),
    delegation: z
      .object({
        zone: z.string(),
        parent: z.string(),
        servers: z.array(
          z.object({
            host: z.string(),
            addresses: z.array(z.string()),
            state: z.enum(['answers', 'partly', 'lame', 'silent', 'no-address', 'private', 'unknown']),
            lame: z.array(z.string()),
            listed: z.enum(['both', 'parent', 'zone']).nullable(),
          }),
        ),
        not_asked: z.number().int(),
      })
      .nullable(),
    dmarc_found: z.boolean(),
    dmarc_record: z.string().nullable(),
    dmarc_error: z.string().nullable(),
    dkim_found: z.boolean(),
    dkim_records: z.array(dkimRecord),
  }),
  spf: z
    .object({
      records: z.array(z.string()),
      lookalikes: z.array(z.string()),
      elsewhere: z.array(z.object({ name: z.string(), type: z.enum(['TXT', 'SPF']), text: z.string() })),
      tree: spfTree.nullable(),
    })
    .nullable(),
  dmarc: dmarcReply.nullable(),
  dkim: dkimReply.nullable(),
  blacklist: blacklistReply,
  threat_intelligence: threatReply,
  relay: relayReply.nullable(),
  transport: transportReply.nullable(),
})
