import { z } from 'zod'

/** The parts of a scan result. Each mirrors a type of core; `drift.test.ts` compares the two. */
export const failureReason = z.enum([
  'timeout',
  'servfail',
  'refused',
  'malformed',
  'unreachable',
  'lame',
  'cancelled',
  'isolated',
  'over-budget',
  'rate-limited',
  'internal',
])
/** Also of a check that is newer than the stored scan. */
export const uncheckedReason = z.enum([...failureReason.options, 'not-asked'])

const recordType = z.enum([
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'PTR',
  'SOA',
  'TXT',
  'SPF',
  'CAA',
  'TLSA',
  'DS',
  'DNSKEY',
  'RRSIG',
])
const dnsQuestion = z.object({ name: z.string(), type: recordType })
const question = z.object({ name: z.string(), type: z.enum([...recordType.options, 'SMTP', 'HTTP']) })

const brokenZone = z.object({
  zone: z.string(),
  whole: z.boolean(),
  fault: z.object({
    code: z.enum([
      'expired',
      'not-yet-valid',
      'no-keys',
      'ds-without-key',
      'ds-algorithm',
      'ds-digest',
      'key-unusable',
      'algorithm-unknown',
      'digest-unknown',
      'signatures-missing',
      'proof-missing',
      'signatures-wrong',
      'unknown',
    ]),
    date: z.string().exactOptional(),
    ds: z.array(z.number()).exactOptional(),
    keys: z.array(z.number()).exactOptional(),
    algorithms: z.tuple([z.number(), z.number()]).exactOptional(),
    text: z.string().exactOptional(),
  }),
  guessed: z.boolean().exactOptional(),
})

const via = z.object({
  server: z.string().nullable(),
  authoritative: z.boolean(),
  rcode: z.string().nullable(),
  ede: z.array(z.object({ code: z.number(), text: z.string() })),
  authentic: z.enum(['yes', 'no', 'bogus']),
  cnames: z.array(z.string()),
  ttl: z.number(),
  soa: z.literal(true).exactOptional(),
  ms: z.number(),
  askedAt: z.number(),
  cached: z.boolean(),
  heldUntil: z.number().exactOptional(),
  unanimous: z.literal(true).exactOptional(),
  unconfirmed: failureReason.exactOptional(),
  broken: brokenZone.exactOptional(),
})

const dnsEvidence = z.object({
  id: z.string(),
  kind: z.literal('dns'),
  question: dnsQuestion,
  service: z.string().exactOptional(),
  outcome: z.enum(['records', 'no-data', 'no-such-name', 'failed']),
  reason: failureReason.exactOptional(),
  answers: z.array(z.string()),
  via,
})

const smtpEvidence = z.object({
  id: z.string(),
  kind: z.literal('smtp'),
  question: z.object({ name: z.string(), type: z.literal('SMTP') }),
  outcome: z.enum(['session', 'failed']),
  reason: failureReason.exactOptional(),
  lines: z.array(z.string()),
  ms: z.number(),
  askedAt: z.number(),
})

const httpEvidence = z.object({
  id: z.string(),
  kind: z.literal('http'),
  question: z.object({ name: z.string(), type: z.literal('HTTP') }),
  outcome: z.enum(['response', 'failed']),
  reason: failureReason.exactOptional(),
  status: z.number().int().nullable(),
  lines: z.array(z.string()),
  ms: z.number(),
  askedAt: z.number(),
})

export const evidence = z.discriminatedUnion('kind', [dnsEvidence, smtpEvidence, httpEvidence])

export const gap = z.object({
  question,
  reason: failureReason,
  evidence: z.string(),
  /** An explanation when the reason alone would mislead. */
  words: z.string().exactOptional(),
})

export const mxHost = z.object({
  preference: z.number(),
  host: z.string(),
  addresses: z.array(z.string()),
  state: z.enum(['resolved', 'unresolvable', 'unchecked', 'ip-literal', 'private', 'null', 'cut']),
  alias: z.string().nullable(),
  /** The zone with broken DNSSEC that keeps validating senders from its addresses. */
  bogus: brokenZone.exactOptional(),
})

const spfTermNode = z.object({
  text: z.string(),
  kind: z.enum(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists', 'redirect', 'exp', 'modifier', 'unknown']),
  qualifier: z.enum(['+', '-', '~', '?']).nullable(),
  lookup: z.number().nullable(),
  void: z.boolean(),
  unchecked: z.boolean(),
  ipv4: z.number().nullable(),
  ipv6Nets: z.number().nullable(),
  get child() {
    return spfNode.nullable()
  },
  problem: z.string().nullable(),
  /** Nothing is wrong with it: only a message can say what it matches. */
  depends: z.boolean(),
  /** The zone with broken DNSSEC that makes validating receivers answer temperror at this term. */
  bogus: brokenZone.exactOptional(),
})

const spfNode = z
  .object({
    domain: z.string(),
    record: z.string().nullable(),
    get terms() {
      return z.array(spfTermNode)
    },
    problem: z.string().nullable(),
    unchecked: z.boolean(),
  })
  .meta({ id: 'SpfNode' })

export const spfTree = z.object({
  root: spfNode,
  lookups: z.number(),
  voidLookups: z.number(),
  complete: z.boolean(),
  permerrors: z.array(z.string()),
  ending: z.enum(['+', '-', '~', '?', 'none', 'unknown']),
  ipv4: z.number().nullable(),
  ipv6Nets: z.number().nullable(),
  ipv4AtLeast: z.number(),
  ipv6NetsAtLeast: z.number().exactOptional(),
  openTo: z.string().nullable(),
})

const dmarcPolicy = z.enum(['none', 'quarantine', 'reject'])
const dmarcProblem = z.object({ code: z.string(), message: z.string() })

const dmarcReading = z.object({
  location: z.string().nullable(),
  record: z
    .object({
      text: z.string(),
      p: dmarcPolicy.nullable(),
      sp: dmarcPolicy.nullable(),
      np: dmarcPolicy.nullable(),
      psd: z.enum(['y', 'n', 'u']),
      t: z.boolean(),
      pct: z.number().nullable(),
      adkim: z.enum(['r', 's']),
      aspf: z.enum(['r', 's']),
      fo: z.array(z.string()),
      rua: z.array(z.string()),
      ruf: z.array(z.string()),
      errors: z.array(dmarcProblem),
      warnings: z.array(dmarcProblem),
    })
    .nullable(),
  inherited: z.boolean(),
  policy: dmarcPolicy.nullable(),
  testing: z.boolean(),
  multiple: z.boolean(),
  unchecked: z.boolean(),
})

export const dmarcReply = z.object({
  reading: dmarcReading,
  rfc7489: dmarcReading,
  differs: z.boolean(),
  external: z.array(
    z.object({
      domain: z.string(),
      uri: z.string(),
      tag: z.enum(['rua', 'ruf']),
      name: z.string(),
      authorized: z.boolean().nullable(),
      exists: z.boolean().nullable().exactOptional(),
    }),
  ),
  errors: z.array(dmarcProblem),
  warnings: z.array(dmarcProblem),
  /** Where no record applies: texts that look meant as the domain's record, with a sentence about each. */
  elsewhere: z.array(
    z.object({
      where: z.enum(['here', 'wildcard', 'above', 'own', 'apex', 'no_underscore', 'doubled', 'twice']),
      name: z.string(),
      text: z.string(),
      message: z.string(),
    }),
  ),
})
