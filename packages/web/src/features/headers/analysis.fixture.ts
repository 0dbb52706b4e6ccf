import type { HeaderAnalysisReply as Analysis } from '@waxseal/contract'
import { sampleHeader } from '@waxseal/core/headers'

type Hop = Analysis['parsed_data']['delivery_path'][number]
type Evidence = Hop['at']

export const aLine = (fields: Partial<Evidence> = {}): Evidence => ({
  label: 'Received',
  line: 3,
  text: 'from out17.sender.example by mx.mailbox.example',
  ...fields,
})

export const aHop = (fields: Partial<Hop> = {}): Hop => ({
  number: 1,
  from: 'app2.sender.example',
  by: 'out17.sender.example',
  address: '192.0.2.44',
  protocol: 'ESMTPSA',
  encrypted: true,
  time: '2026-11-24T09:13:34Z',
  delay_seconds: null,
  at: aLine(),
  ...fields,
})

const reported = (method: 'spf' | 'dkim' | 'dmarc', result: string): Analysis['results'][number] => ({
  method,
  result,
  words: `The receiving system reported ${method}=${result}.`,
  at: aLine({ label: 'Authentication-Results', line: 6, text: `mx.mailbox.example; ${method}=${result}` }),
})

/** The analysis of the sample header, for tests. */
export function anAnalysis(fields: Partial<Analysis> = {}): Analysis {
  const results = [reported('spf', 'pass'), reported('dkim', 'pass'), reported('dmarc', 'pass')]
  return {
    id: 'a1',
    created_at: '2026-11-25T10:00:00Z',
    expires_at: '2027-02-23T10:00:00Z',
    threat_score: 15,
    raw_headers: sampleHeader,
    raw_headers_cut_from: null,
    parsed_data: {
      from: '"Example News" <news@example.com>',
      to: 'Ada Lovelace <ada@mailbox.example>',
      subject: 'Your November summary',
      return_path: 'bounces+4711@news.example.com',
      sending_ip: '203.0.113.17',
      message_id: '<20261124091333.4711@news.example.com>',
      hops: 3,
      authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
      delivery_path: [
        aHop(),
        aHop({
          number: 2,
          from: 'out17.sender.example',
          by: 'mx.mailbox.example',
          time: '2026-11-24T09:15:46Z',
          delay_seconds: 132,
        }),
        aHop({
          number: 3,
          from: 'mx.mailbox.example',
          by: 'store3.mailbox.example',
          time: '2026-11-24T09:15:48Z',
          delay_seconds: 2,
        }),
      ],
    },
    results,
    ignored_results: [],
    alignment: {
      from_domain: 'example.com',
      organizational_domain: 'example.com',
      identities: [
        { kind: 'spf', domain: 'news.example.com', result: 'pass', alignment: 'relaxed', at: aLine() },
        { kind: 'dkim', domain: 'example.com', result: 'pass', alignment: 'strict', at: aLine() },
      ],
      aligned: true,
    },
    arc: [],
    verdicts: [],
    sender_rules: [],
    findings: [
      {
        id: 'headers.reply-to-other',
        points: 15,
        title: 'Replies go to another organization',
        meaning: 'Reply-To names a domain that is not the one of From.',
        advice: 'Check with the sender before you answer.',
        clause: 'RFC 5322 section 3.6.2',
        evidence: [aLine({ label: 'Reply-To', line: 20, text: 'helpdesk@elsewhere.example' })],
      },
    ],
    signatures: null,
    new_selectors: [],
    vt_results: {
      error: null,
      overall_verdict: 'clean',
      ips: { '203.0.113.17': { ...anEntry(), country: 'NL', as_owner: 'Sender Example BV' } },
      domains: { 'example.com': { ...anEntry(), categories: ['business'] } },
      note: null,
    },
    ...fields,
  }
}

type Entry = Omit<Analysis['vt_results']['domains'][string], 'categories'>

export function anEntry(fields: Partial<Entry> = {}): Entry {
  return { malicious: 0, suspicious: 0, harmless: 62, vendor_results: [], ...fields }
}
