import type { HeaderAnalysisReply, listHeaders, ReplyOf } from '@waxseal/contract'
import { aHop, aLine, anAnalysis, anEntry } from '../../packages/web/src/features/headers/analysis.fixture.ts'

export type Stored = ReplyOf<typeof listHeaders>['analyses']

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const minute = 60_000
const day = 1_440 * minute

const about = aLine({ label: 'X-Spam-Status', line: 18, text: 'Yes, score=7.1 required=5.0' })
const advice = 'Check with the sender before you answer.'
const findings: HeaderAnalysisReply['findings'] = [
  {
    id: 'verdict_spam',
    points: 25,
    title: 'A filter judged the message as spam',
    meaning: 'SpamAssassin judged the message as spam (7.1 of 5 points).',
    advice,
    clause: "The documentation of the filter's field",
    evidence: [about],
  },
  {
    id: 'address_suspicious',
    points: 12,
    title: 'An address on the path is reported as suspicious',
    meaning: 'Sources of threat intelligence report 203.0.113.17 as suspicious.',
    advice,
    clause: 'Threat intelligence sources',
    evidence: [aLine({ label: 'Received', line: 8, text: 'from mail.example.com ([203.0.113.17])' })],
  },
  {
    id: 'reply_to',
    points: 10,
    title: 'Replies go to another organization',
    meaning: 'Reply-To names a domain that is not the one of From.',
    advice,
    clause: 'RFC 5322 section 3.6.2',
    evidence: [aLine({ label: 'Reply-To', line: 20, text: 'helpdesk@elsewhere.example' })],
  },
]
/** "Each reason adds its points." */
const score = findings.reduce((sum, { points }) => sum + points, 0)

const storedSuspicious: Stored[number] = {
  id: 'a1',
  created_at: ago(5 * minute),
  expires_at: ago(5 * minute - 90 * day),
  subject: 'Your November summary',
  from: 'news@example.com',
  threat_score: score,
}
/** Three stored analyses, one without subject and sender. */
export const stored: Stored = [
  storedSuspicious,
  { ...storedSuspicious, id: 'a2', subject: 'Rechnung 4711: bitte prüfen und überweisen', threat_score: 80 },
  { ...storedSuspicious, id: 'a3', subject: null, from: null, threat_score: 5 },
]

const at = aLine({ label: 'Authentication-Results', line: 6, text: 'mx.mailbox.example; spf=pass; dkim=pass' })
const vendor = (name: string, tier: 1 | 2 | 3, category: 'malicious' | 'harmless') => ({
  vendor: name,
  category,
  tier,
  detail: category === 'malicious' ? 'lists 203.0.113.17 as phishing' : 'knows 203.0.113.17',
})

const address = 'https://www.virustotal.com/api/v3/ip_addresses/203.0.113.17'
const asked = {
  id: `HTTP ${address}`,
  kind: 'http',
  question: { name: address, type: 'HTTP' },
  outcome: 'response',
  status: 200,
  lines: [
    `GET ${address} at 203.0.113.9`,
    'status 200, application/json',
    'malicious 2, suspicious 0, harmless 62, undetected 27, timeout 0',
    'Google: malicious (phishing)',
    'Kaspersky: malicious (phishing)',
  ],
  ms: 184,
  askedAt: Date.parse('2026-11-24T09:20:00Z'),
} as const

/** An analysis with every part in use. */
export function everyPart(fields: Partial<HeaderAnalysisReply> = {}): HeaderAnalysisReply {
  const { parsed_data, alignment, vt_results } = anAnalysis()
  return anAnalysis({
    created_at: ago(5 * minute),
    threat_score: score,
    findings,
    parsed_data: {
      ...parsed_data,
      hops: 5,
      delivery_path: [
        ...parsed_data.delivery_path,
        aHop({
          number: 4,
          from: 'a-long-name-for-a-relay.in-a-department-far-away.subsidiary.example',
          time: '2026-11-24T09:15:44Z',
          delay_seconds: -4,
        }),
        aHop({ number: 5, by: null, time: '2026-11-24T10:20:44Z', delay_seconds: 3_900, encrypted: false }),
      ],
    },
    ignored_results: [
      {
        authserv_id: 'mx.elsewhere.example',
        rank: 'untrusted',
        words: 'Its authserv-id belongs to another organization than the receiving host.',
        at,
      },
    ],
    alignment: {
      ...alignment,
      identities: [
        ...alignment.identities,
        { kind: 'dkim', domain: 'sender.example', result: 'pass', alignment: 'none', at },
      ],
    },
    arc: [{ instance: 1, seal: 'none', domain: 'relay.example', words: 'relay.example sealed the message first.', at }],
    verdicts: [
      {
        product: 'SpamAssassin',
        says: 'spam',
        words: 'SpamAssassin judged the message as spam (7.1 of 5 points).',
        at: about,
      },
    ],
    sender_rules: [
      {
        id: 'spf-and-dkim',
        receivers: ['Gmail', 'Yahoo', 'Microsoft'],
        title: 'SPF and DKIM pass',
        verdict: 'met',
        words: 'The receiver reports spf=pass and dkim=pass.',
        clause: 'Gmail Email sender guidelines',
      },
      {
        id: 'one-click',
        receivers: ['Gmail', 'Yahoo'],
        title: 'One-click unsubscribe',
        verdict: 'not_met',
        words: 'The message has no List-Unsubscribe-Post field.',
        clause: 'RFC 8058 section 3.1',
      },
      {
        id: 'spam-rate',
        receivers: ['Gmail', 'Yahoo'],
        title: 'The spam rate stays below 0.3%',
        verdict: 'unknown',
        words: 'A header does not show it.',
        clause: 'Gmail Email sender guidelines',
      },
    ],
    new_selectors: [{ domain_id: 'd1', domain_name: 'example.com', selector: 's1' }],
    vt_results: {
      ...vt_results,
      overall_verdict: 'suspicious',
      evidence: [asked],
      ips: {
        '203.0.113.17': {
          ...anEntry({
            malicious: 2,
            evidence: [asked.id],
            vendor_results: [
              vendor('Google', 1, 'malicious'),
              vendor('Kaspersky', 1, 'malicious'),
              vendor('Avast', 2, 'harmless'),
              ...['CyRadar', 'Fortinet', 'Sophos', 'Webroot'].map(name => vendor(name, 3, 'harmless')),
            ],
            smart_verdict: 'Two trusted vendors report phishing.',
            vendor_interpretation: 'Reports of trusted vendors count more than the others.',
          }),
          country: 'NL',
          as_owner: 'Sender Example BV',
        },
      },
    },
    ...fields,
  })
}
