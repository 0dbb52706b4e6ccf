import type { HeaderAnalysis, HeaderLine } from '@waxseal/core/headers'

/** A field of a pasted header. */
export function aLine(label: string, text: string, line = 1): HeaderLine {
  return { label, line, text }
}

/** One `Authentication-Results` field. */
export function aResultsField(
  rank: HeaderAnalysis['results'][number]['rank'],
  authservId: string | null,
  methods: readonly (readonly [method: string, result: string, properties?: Record<string, string>])[],
): HeaderAnalysis['results'][number] {
  const named = methods.map(([method, result, properties = {}]) => ({
    method,
    result,
    reason: null,
    properties: new Map(Object.entries(properties)),
    comment: null,
  }))
  const at = aLine('Authentication-Results', authservId ?? '', 3)
  return { rank, results: { authservId, methods: named, at } }
}

/** The analysis of a message from example.com that mx.example.net received, and that passed everything. */
export function aHeaderAnalysis(overrides: Partial<HeaderAnalysis> = {}): HeaderAnalysis {
  const received = aLine('Received', 'from mail.example.com (192.0.2.25) by mx.example.net with ESMTPS', 2)
  return {
    from: 'Alex <alex@example.com>',
    fromAt: aLine('From', 'Alex <alex@example.com>', 8),
    to: 'sam@example.net',
    subject: 'Hello',
    replyTo: null,
    returnPath: 'bounce@example.com',
    messageId: '<1@example.com>',
    repeated: [],
    sendingAddress: { address: '192.0.2.25', at: received },
    path: [
      {
        number: 1,
        from: 'mail.example.com',
        by: 'mx.example.net',
        address: '192.0.2.25',
        reverseName: null,
        protocol: 'ESMTPS',
        encrypted: true,
        time: '2026-11-20T08:59:00.000Z',
        delaySeconds: null,
        at: received,
      },
    ],
    authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
    results: [
      aResultsField('counts', 'mx.example.net', [
        ['spf', 'pass', { 'smtp.mailfrom': 'bounce@example.com' }],
        ['dkim', 'pass', { 'header.d': 'example.com', 'header.s': 's1' }],
        ['dmarc', 'pass', { 'header.from': 'example.com' }],
      ]),
    ],
    receivedSpf: [],
    arc: [],
    signatures: [],
    alignment: { fromDomain: 'example.com', organizationalDomain: 'example.com', identities: [], isAligned: true },
    verdicts: [],
    rules: [],
    findings: [],
    threatScore: 0,
    ...overrides,
  }
}

/** The reputation of a message on a server without sources. */
export const noReputation = {
  error: 'not_configured',
  overall_verdict: null,
  ips: {},
  domains: {},
  note: null,
  evidence: [],
} as const
