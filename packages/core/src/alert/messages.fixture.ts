import type { Alert, AlertMessage } from './alert.ts'

export const weakened: Alert = {
  alert_type: 'dns_mx_change',
  severity: 'critical',
  domain_name: 'example.com',
  description: 'DMARC policy weakened from reject to none',
  old_value: ['v=DMARC1; p=reject; rua=mailto:reports@example.com'],
  new_value: ['v=DMARC1; p=none; rua=mailto:reports@example.com'],
  timestamp: '2026-11-15T07:33:00Z',
  url: 'https://waxseal.example/dns-history?domain=7',
}

export const dropped: Alert = {
  alert_type: 'health_score_drop',
  severity: 'warning',
  domain_name: 'example.org',
  description: 'Health score dropped from 82 to 64',
  old_value: 82,
  new_value: 64,
  timestamp: '2026-11-15T08:00:00Z',
}

/** What a zone could say to get its text read as markup, as a link, as a mention, as a header or as a template. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['markup of Slack', '<!channel> <@U012AB3CD> <#C024BE7LR> <https://evil.example|Sign in> &lt;!here&gt;'],
  ['formats of Slack', '*bold* _italic_ ~gone~ `code` ```block``` :tada: @here #general'],
  [
    'Markdown and templates',
    '[Sign in](https://evil.example) **bold** <at>All</at> {{DATE(2026-11-15T07:33:00Z, SHORT)}} ${$host} {{{x',
  ],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>"\'><a href="javascript:alert(1)">x</a>'],
  ['line breaks and a NUL', 'Hello\r\nBcc: victim@example.net\r\n\r\nbody\u2028next\u2029next\u0085next\0end'],
  [
    'invisible characters',
    '\u202Emoc.elpmaxe\u202C \u2066hidden\u2069 zero\u200Bwidth \u00ADsoft \uFEFFmark \uD800 half',
  ],
  ['3,000 emoji', '😀'.repeat(3000)],
  ['100,000 wide characters', '漢'.repeat(100_000)],
  ['5,000 characters to escape', '&'.repeat(5000)],
  ['nothing', ''],
]

/** An alert whose every text is the same hostile one. */
export function hostile(text: string): Alert {
  return {
    alert_type: 'dmarc_fail',
    severity: 'warning',
    domain_name: text,
    description: text,
    old_value: [text, text, null, [text], { [text]: text }],
    new_value: { [text]: [text] },
    timestamp: text,
    url: text,
  }
}

export function messageOf(...alerts: readonly Alert[]): AlertMessage {
  return {
    deliveryId: '0192f7a0-0000-7000-8000-000000000001',
    alerts,
    more: 0,
    settingsUrl: 'https://waxseal.example/alerts',
    productUrl: 'https://waxseal.example',
  }
}
