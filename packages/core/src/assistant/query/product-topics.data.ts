import type { Asked } from './match.ts'

/** What the product does, and where in it: one answer each. `lines` are sentences, `steps` a list below them. */
export interface ProductText extends Asked {
  id: string
  lines: readonly string[]
  steps?: readonly (readonly [lead: string, text: string])[]
  /** Only with one of these forms; absent: any. */
  forms?: readonly string[]
}

const usual = 'domain all exist workspace issue service report record include'

/** The order of importance: among equal fits the first one answers. */
export const productTexts: readonly ProductText[] = [
  {
    id: 'rescan',
    asks: ['rescan', 'scan rescan'],
    also: `${usual} scan send publishit`,
    lines: [
      'I only read and start no scan. Open the report of the domain and press Rescan; in the list of domains the row has Scan.',
    ],
  },
  {
    id: 'scan-it',
    asks: ['scan'],
    also: usual,
    lines: [
      'I only read and start no scan. Open the report of the domain and press Rescan; in the list of domains the row has Scan.',
    ],
  },
  {
    id: 'delete-domain',
    asks: ['deletedomain'],
    also: `${usual} all fix publishit`,
    lines: [
      'I only read and delete nothing. Open the list of domains and choose Delete in the row of the domain; it asks once more.',
    ],
  },
  {
    id: 'add-domain',
    asks: ['adddomain', 'adddomain how'],
    also: usual,
    lines: ['I only read. To add a domain, press Add Domain in the list of domains. Several can be pasted at once.'],
  },
  {
    id: 'publish',
    asks: ['publishit', 'publishit spf|dkim|dmarc|mx|mtasts|tlsrpt|dns|record', 'publishit record spf'],
    also: `${usual} spf dkim dmarc mx mtasts tlsrpt dns record changed fix`,
    lines: [
      'I only read and cannot publish a record. At your DNS provider you enter it yourself; the report of the domain has each exact record with a copy button.',
    ],
  },
  {
    id: 'send-mail',
    asks: ['sendit'],
    also: usual,
    lines: [
      'I only read and cannot send mail. Send one from your own mail program and paste its header into the Header Analyzer under Tools.',
    ],
  },
  {
    id: 'schedule',
    asks: ['schedule', 'schedule scan', 'schedule how', 'schedule monitor'],
    also: `${usual} scan monitor freq day quota plan where`,
    lines: [
      'I only read and change no schedule. In the list of domains, the menu of the domain has Schedule: daily, weekly or monthly scans, from Pro on.',
    ],
  },
  {
    id: 'alert-triggers',
    asks: [
      'alert triggers',
      'what alert triggers',
      'triggers',
      'when alert',
      'alert when',
      'explain alert',
      'alert what',
      'alert score',
      'alert certificate|dnssec|relay|threat|blacklist|dmarc|dkim|spf|mx|nameserver',
      'which triggers',
      'triggers dnssec|certificate|relay|blacklist|dmarc|mx',
    ],
    also: `${usual} send triggers when score certificate expire dnssec relay threat blacklist dmarc dkim spf mx dns nameserver broken is which dropped changed key`,
    lines: [
      'These can raise an alert; each can be switched off on the Alerts page, and what stays as it is raises none again:',
    ],
    steps: [
      ['Score:', 'the health score of a domain falls below 70, or by 10 or more when it is below 70 already.'],
      ['Blocklists:', 'a domain or a mail server is newly on a blocklist that answered.'],
      ['DMARC:', 'the record is missing, invalid or weaker than before.'],
      ['Threats:', 'threat intelligence newly rates a domain as suspicious or malicious.'],
      ['DNS and MX:', 'monitoring finds a change of a watched record that may affect mail.'],
      ['Others:', 'an open relay, a domain that is gone from DNS, broken DNSSEC, a certificate that expires soon.'],
    ],
  },
  {
    id: 'no-alert',
    asks: [
      'why alert',
      'alert without',
      'why alert without',
      'without alert send',
      'why alert relay|blacklist|score|dmarc',
    ],
    also: `${usual} send blacklist score certificate expire dnssec relay threat dmarc dkim spf mx dns without changed dropped why when how`,
    lines: ['I cannot see why a message did not arrive. These are the usual reasons:'],
    steps: [
      ['Not switched on:', 'the type of alert is off, or the address of the notification email is not confirmed yet.'],
      ['No alert is due:', 'what was so when it was first seen, and what stays as it is, raises no other alert.'],
      ['Not delivered:', 'Recent deliveries on the Alerts page has each message and what the other side answered.'],
    ],
  },
  {
    id: 'alert-where',
    asks: ['alert how', 'where alert', 'alert channel', 'channel', 'should alert', 'alert is'],
    also: `${usual} send channel quota plan goto fix blacklist relay score dropped dmarc dnssec certificate threat`,
    lines: [
      'The Alerts page sets up where alerts go, from Pro on: email, Slack, Microsoft Teams (a Workflows URL) and webhooks. Each has a test button. SMS is not among them.',
    ],
  },
  {
    id: 'roles',
    asks: [
      'access what',
      'access is',
      'access which',
      'access deletedomain',
      'access adddomain',
      'access decision',
      'access explain',
    ],
    also: `${usual} deletedomain adddomain scan schedule tag decision alert invite member share export apikey plan price which compare send changed`,
    lines: ['What each role of a workspace may do:'],
    steps: [
      ['Viewer:', 'read reports, history, alerts and this chat.'],
      [
        'Editor:',
        'also add and delete domains, scan, schedule, tag, accept or mute findings, share reports, watch addresses.',
      ],
      [
        'Administrator:',
        'also alerts and monitoring, invitations and members, API keys, blocklists, reports, the plan.',
      ],
      ['Owner:', 'also owners themselves.'],
    ],
  },
  {
    id: 'ever',
    asks: [
      'ever',
      'ever blacklist',
      'ever score',
      'ever worst score',
      'ever blacklist is',
      'ever worst',
      'ever best score',
    ],
    also: `${usual} blacklist listname score worst best threat relay secure`,
    lines: [
      'I read the last scan, and what changed in records and scores. Analytics shows the scores and the listings of each domain over time.',
    ],
  },
  {
    id: 'members',
    asks: ['member', 'invite', 'access', 'member access', 'member invite', 'access workspace'],
    also: `${usual} member access invite workspace adddomain quota plan send share added`,
    lines: [
      'On the Account page, under Workspace, an owner or administrator invites people with a link; each gets a role: viewer, editor, administrator or owner. Starter has 1 member, Pro 5 members, Business any number; open invitations count.',
    ],
  },
  {
    id: 'export',
    asks: [
      'export',
      'access report',
      'access rua',
      'share',
      'export share',
      'export report',
      'share report',
      'export headers',
    ],
    also: `${usual} export share send report access plan who member rua`,
    lines: [
      'The report of a domain has buttons for PDF and CSV export, from Pro on, and Share makes a link that shows the report without an account; it can be ended at any time.',
    ],
  },
  {
    id: 'decide',
    asks: [
      'decision',
      'decision issue',
      'decision score',
      'decision score rose|fix|better',
      'decision blacklist',
      'decision how',
      'decision spf|dkim|dmarc|mx',
    ],
    also: `${usual} issue blacklist listname spf dkim dmarc mx note relay alert score rose better fix numbers`,
    lines: [
      'I only read. In the report, each finding has “Accept or mute”: accepted findings stay in view with your note, muted ones are folded away. Both still cost their points, so the score stays the same, and a date can end the decision. Alerts do not depend on it.',
    ],
  },
  {
    id: 'score-method',
    asks: ['method', 'method score', 'score explain', 'score how', 'score what'],
    also: `${usual} score explain band`,
    lines: [
      'The score starts at 100. Each finding of a scan costs points, by how much it harms your mail. The points of one check have a limit, and the score never falls below 0.',
    ],
    steps: [
      ['Bands:', '90 or more is Excellent, 70 or more is Good, 50 or more is Fair, and less is Poor.'],
      ['No points:', 'failed lookups and recommendations cost nothing.'],
      ['No score:', 'without answers for MX, SPF and DMARC a domain gets none.'],
    ],
  },
  {
    id: 'privacy',
    asks: ['privacy'],
    also: `${usual} receive send mailserver`,
    lines: [
      'No. Waxseal reads no mailbox and no contents of mails: it only looks up public DNS records, asks blocklists and threat sources, and connects to mail servers without sending a message. Only headers that you paste into the Header Analyzer are stored, for 90 days unless the operator has set another period, and you can delete them.',
    ],
  },
  {
    id: 'scan-frequency',
    asks: ['freq scan', 'howoften scan'],
    also: `${usual} scan monitor all domain`,
    lines: [
      'A domain is scanned by its schedule (daily, weekly or monthly, from Pro on), when someone presses Scan, and when monitoring starts a scan after a change. Without a schedule nothing scans it regularly. The list of domains shows the schedule of each.',
    ],
  },
  {
    id: 'list-frequency',
    asks: [
      'freq blacklist',
      'howoften blacklist',
      'when blacklist scan',
      'freq scan blacklist',
      'howoften scan blacklist',
    ],
    also: `${usual} scan blacklist threat relay monitor listname`,
    lines: [
      'Blocklists are asked with every scan: when you press Scan, by the schedule of the domain (daily, weekly or monthly), and when monitoring starts a scan after a change. Between scans nothing is asked, but for watched addresses, which are asked once a day.',
    ],
  },
  {
    id: 'list-count',
    asks: ['howmany blacklist scan', 'howmany blacklist', 'which blacklist scan'],
    also: `${usual} scan blacklist listname`,
    lines: ['A scan asks 34 blocklists; on Starter it asks the top 10. Custom lists, on Business, count apart.'],
  },
  {
    id: 'business',
    asks: [
      'upgrade',
      'upgrade plan',
      'what plan',
      'plan compare',
      'plan price',
      'price',
      'price upgrade',
      'plan quota',
      'trial price',
    ],
    also: `${usual} plan quota price upgrade compare how schedule`,
    lines: ['The plans, with their prices in US dollars; the Account page changes them:'],
    steps: [],
  },
  {
    id: 'downgrade',
    asks: ['downgrade', 'downgrade plan', 'downgrade all', 'cancel plan', 'downgrade risk'],
    also: `${usual} plan quota price risk changed cancel deletedomain happen`,
    lines: [
      'A downgrade takes effect at the end of the billing period, on the Account page. Nothing is deleted: the domains beyond the limit of the new plan (10 on Pro, 1 on Starter), the newest ones, become read-only. They keep their reports and are neither scanned nor monitored until you remove others or upgrade.',
    ],
  },
  {
    id: 'cancel',
    asks: ['cancel', 'cancel plan', 'where cancel', 'how cancel', 'cancel renew'],
    also: `${usual} plan renew`,
    lines: [
      'I only read. On the Account page, under Plans, choose Starter: the plan then ends with the billing period, and nothing is deleted.',
    ],
  },
  {
    id: 'trial',
    asks: ['trial', 'trial plan'],
    also: `${usual} plan price`,
    lines: [
      'There is no trial period and I know of no refund rule: Starter is free and stays so. The Terms page says the rest.',
    ],
  },
  {
    id: 'invoices',
    asks: ['where renew', 'how renew', 'renew list'],
    also: `${usual} plan renew price export`,
    lines: [
      'The Account page shows the next payment under Subscription. “Manage billing” there opens the invoices and the payment method.',
    ],
  },
  {
    id: 'api',
    asks: ['api', 'api exist', 'api apikey'],
    also: `${usual} apikey quota plan export`,
    lines: [
      'Yes: the API does what the screens do, but members, keys, billing and the deletion of an account stay with people. API keys are made on the Account page, on Business. There is also a command line, “waxseal scan”, which needs no account.',
    ],
  },
  {
    id: 'api-key',
    asks: ['apikey how', 'where apikey'],
    also: `${usual} apikey api quota plan write`,
    lines: [
      'I only read. API keys are made on the Account page, under API keys, on Business. Each has a scope and an end, and is shown once.',
    ],
  },
  {
    id: 'relay-test',
    asks: ['relay tests', 'relay tests how', 'relay send'],
    also: `${usual} tests send mailserver scan`,
    lines: [
      'No message is ever sent through your server. The test connects to each mail server of the domain, names two external recipients (RCPT) in two sessions, and ends the session before DATA. “Open relay” is said only after a second positive test six hours later. A host is tested at most once in six hours.',
    ],
  },
  {
    id: 'flatten-where',
    asks: ['flatten how', 'where flatten', 'flatten is'],
    also: `${usual} spf quota plan`,
    lines: [
      'SPF Flattening Service under Tools hosts a flattened record that one include of yours names, and keeps it up to date. Pro has 3 flattening configurations, Business any number, Starter none.',
    ],
  },
  {
    id: 'headers-where',
    asks: ['headers where', 'headers how', 'headers keep', 'headers where keep', 'headers howlong'],
    also: `${usual} keep howlong where how`,
    lines: [
      'Paste a header into the Header Analyzer under Tools: it shows each hop, what passed, and a threat score. The analysis is kept for 90 days unless the operator has set another period, and you can delete it before.',
    ],
  },
  {
    id: 'branding',
    asks: ['branding', 'branding export', 'branding report'],
    also: `${usual} export share bimi where how send rua`,
    lines: [
      'Yes, on Business: on the Account page, under Reports, an owner or administrator enters a name and chooses a logo, which the PDF and shared reports then have.',
    ],
  },
  {
    id: 'own-lists',
    asks: ['howmany blacklist quota', 'blacklist quota', 'howmany blacklist price', 'blacklist adddomain'],
    also: `${usual} quota price score blacklist plan adddomain added issue`,
    lines: [
      'On Business up to 20 own blocklists can be added, on the Account page under Blocklists. They are shown apart and cost no points, whatever they list.',
    ],
  },
  {
    id: 'hosted-after-cancel',
    asks: ['flatten cancel', 'flatten downgrade', 'flatten cancel plan'],
    also: `${usual} spf plan cancel downgrade happen changed hosts what`,
    lines: [
      'A hosted SPF record stays available for as long as the SPF record of your domain includes it, also after a downgrade or the end of the subscription. It can no longer be edited then. Remove the include before you delete the record.',
    ],
  },
]
