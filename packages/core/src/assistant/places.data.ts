import type { Feature, Role } from '../plan/index.ts'

/** The screens that a place can be on, by the names that the web's one place of addresses gives them (`paths`). */
export type PlaceScreen =
  | 'dashboard'
  | 'domains'
  | 'diagnostics'
  | 'alerts'
  | 'account'
  | 'plans'
  | 'chat'
  | 'dnsHistory'
  | 'analytics'
  | 'headers'
  | 'tools'
  | 'spfBuilder'
  | 'dmarcBuilder'
  | 'subdomainSpf'
  | 'spfFlattening'
  | 'spfComparison'

/** Where one thing is done or read. */
export interface Place {
  /** What is done there, as it continues "To …": "add a domain". */
  thing: string
  /** Other words for it, as they are in a question. */
  phrases: readonly string[]
  screen: PlaceScreen
  /** The id of the section on that screen. */
  section?: string
  /** The words of the link: the name of the screen, or of its section. */
  label: string
  /** What to press there, as a sentence. */
  steps: string
  /** The lowest role that may do it. */
  least: Role
  /** What of a plan has it; left out: every plan does. */
  feature?: Feature
  /** The id of the call that does it, so that a test compares the role; left out: it only reads, or it is no call of a workspace. */
  call?: string
  /** `read`: it is looked up there, and nothing changes. */
  is?: 'read'
}

const report = { screen: 'diagnostics', label: 'Report' } as const
const workspace = { screen: 'account', section: 'workspace', label: 'Workspace' } as const
const security = { screen: 'account', section: 'security', label: 'Sign-in & security' } as const
const plan = { screen: 'plans', label: 'Plans' } as const

/** Where each thing is done, in the order of the screens. */
export const places = {
  'add-domain': {
    thing: 'add a domain',
    phrases: [
      'add a domain',
      'add domain',
      'add domains',
      'new domain',
      'another domain',
      'import domains',
      'upload a csv',
    ],
    screen: 'domains',
    label: 'Domains',
    steps: 'Open Domains and press Add Domain. A list or a CSV file adds several at once.',
    least: 'editor',
    call: 'domains.add',
  },
  'delete-domain': {
    thing: 'delete a domain',
    phrases: ['delete a domain', 'delete domain', 'remove a domain', 'remove domain', 'get rid of a domain'],
    screen: 'domains',
    label: 'Domains',
    steps: 'Open Domains, then the menu More of the domain, and press Delete. Its scans are deleted with it.',
    least: 'editor',
    call: 'domains.delete',
  },
  scan: {
    thing: 'scan a domain now',
    phrases: [
      'scan',
      'rescan',
      'scan now',
      'scan again',
      'check again',
      'run a scan',
      'refresh the report',
      'bulk scan',
    ],
    ...report,
    steps:
      'Open the report of the domain and press Rescan. For several domains select them under Domains and press Bulk Scan.',
    least: 'editor',
    call: 'diagnostics.scan',
  },
  schedule: {
    thing: 'schedule scans',
    phrases: [
      'schedule',
      'scheduled scans',
      'scan automatically',
      'automatic scans',
      'every day',
      'daily scan',
      'weekly scan',
      'monthly scan',
    ],
    screen: 'domains',
    label: 'Domains',
    steps: 'Open Domains, then the menu More of the domain, press Schedule and choose Daily, Weekly or Monthly.',
    least: 'editor',
    feature: 'scheduled_scans',
    call: 'domains.set-schedule',
  },
  tags: {
    thing: 'tag domains',
    phrases: ['tag', 'tags', 'label domains', 'group domains', 'folders', 'categories'],
    screen: 'domains',
    label: 'Domains',
    steps: 'Open Domains, then the menu More of the domain, and press Tags. The list then filters by tag.',
    least: 'editor',
    call: 'domains.set-tags',
  },
  selector: {
    thing: 'add a DKIM selector',
    phrases: ['add a selector', 'add my selector', 'dkim selector', 'own selector', 'missing selector'],
    ...report,
    section: 'dkim',
    steps: 'Open the report of the domain, go to DKIM and enter the selector below the keys.',
    least: 'editor',
    call: 'domains.add-selector',
  },
  decision: {
    thing: 'accept or mute a finding',
    phrases: [
      'accept',
      'mute',
      'hide',
      'ignore',
      'dismiss',
      'suppress',
      'snooze',
      'whitelist a finding',
      'false positive',
    ],
    ...report,
    steps: 'Open the report of the domain, open the finding and press Accept or mute. The score stays the same.',
    least: 'editor',
    call: 'decisions.set',
  },
  evidence: {
    thing: 'see the evidence of a finding',
    phrases: ['evidence', 'proof', 'raw answer', 'dns answers', 'how do you know'],
    ...report,
    steps: 'Open the report of the domain and press Evidence beside the finding or the check.',
    least: 'viewer',
    is: 'read',
  },
  export: {
    thing: 'export a report as PDF or CSV',
    phrases: ['export', 'pdf', 'csv', 'download the report', 'print', 'send the report'],
    ...report,
    steps: 'Open the report of the domain and press Export PDF. Export CSV has the findings as a table.',
    least: 'viewer',
    feature: 'exports',
    call: 'diagnostics.export-pdf',
  },
  share: {
    thing: 'share a report by a link',
    phrases: ['share', 'share link', 'public link', 'link to the report', 'show my client'],
    ...report,
    steps:
      'Open the report of the domain, press Share and then Create link. The link expires, and can be revoked there.',
    least: 'editor',
    feature: 'exports',
    call: 'diagnostics.share',
  },
  history: {
    thing: 'see what changed in DNS',
    phrases: ['dns history', 'dns changes', 'change history', 'old records', 'previous record', 'what changed in dns'],
    screen: 'dnsHistory',
    label: 'DNS Change History',
    steps: 'Open DNS Change History and choose the domain.',
    least: 'viewer',
    is: 'read',
  },
  analytics: {
    thing: 'see scores and listings over time',
    phrases: ['analytics', 'trend', 'over time', 'score history', 'charts', 'statistics'],
    screen: 'analytics',
    label: 'Analytics',
    steps: 'Open Analytics and choose the domain and the period.',
    least: 'viewer',
    feature: 'analytics',
    is: 'read',
  },
  'alert-types': {
    thing: 'choose what alerts are sent for',
    phrases: [
      'alert types',
      'which alerts',
      'what triggers an alert',
      'stop alerts',
      'too many alerts',
      'turn off alerts',
      'turn off the alerts',
      'turn off email alerts',
      'turn off the email alerts',
      'switch off alerts',
      'switch off the alerts',
      'disable alerts',
      'disable the alerts',
      'mute alerts',
      'no more alerts',
      'fewer alerts',
      'alert me only',
      'only alert me',
    ],
    screen: 'alerts',
    label: 'Alerts',
    steps: 'Open Alerts and switch the alert types on or off.',
    least: 'admin',
    feature: 'alerts',
    call: 'alerts.save-settings',
  },
  'alert-email': {
    thing: 'change the address that alerts go to',
    phrases: ['alert email', 'notification email', 'alert address', 'email alerts', 'send alerts to'],
    screen: 'alerts',
    label: 'Alerts',
    steps: 'Open Alerts and enter the notification email. A new address is confirmed by a link first.',
    least: 'admin',
    feature: 'alerts',
    call: 'alerts.save-settings',
  },
  'alert-webhook': {
    thing: 'send alerts to Slack, Teams or a webhook',
    phrases: ['slack', 'teams', 'webhook', 'pagerduty', 'opsgenie', 'discord', 'telegram', 'notify our channel'],
    screen: 'alerts',
    label: 'Alerts',
    steps: 'Open Alerts and enter the webhook URL under Team notifications. Send test shows whether it arrives.',
    least: 'admin',
    feature: 'alerts',
    call: 'alerts.save-settings',
  },
  'resume-alerts': {
    thing: 'resume a paused alert channel',
    phrases: ['resume alerts', 'paused', 'alerts stopped', 'no alerts any more'],
    screen: 'alerts',
    label: 'Alerts',
    steps: 'Open Alerts and press Resume beside the channel.',
    least: 'admin',
    feature: 'alerts',
    call: 'alerts.resume',
  },
  monitoring: {
    thing: 'set how often DNS is monitored',
    phrases: ['monitoring', 'dns monitoring', 'how often do you check', 'check frequency', 'every hour'],
    screen: 'alerts',
    label: 'Alerts',
    steps:
      'Open Alerts and choose the check frequency under DNS/MX monitoring: every hour, every 6 hours or every 24 hours.',
    least: 'admin',
    feature: 'alerts',
    call: 'alerts.save-settings',
  },
  deliveries: {
    thing: 'see which alert messages were sent',
    phrases: ['deliveries', 'sent alerts', 'did the alert arrive', 'alert log'],
    screen: 'alerts',
    label: 'Alerts',
    steps: 'Open Alerts: Recent deliveries has each message and what the other side answered.',
    least: 'viewer',
    is: 'read',
  },
  addresses: {
    thing: 'watch IP addresses on blocklists',
    phrases: ['watch an ip', 'watched addresses', 'monitor an ip', 'ip monitoring', 'ip range'],
    screen: 'alerts',
    label: 'Alerts',
    steps: 'Open Alerts, enter the address or range under Watched addresses and press Watch.',
    least: 'editor',
    feature: 'watched_addresses',
    call: 'watched-addresses.add',
  },
  upgrade: {
    thing: 'change the plan',
    phrases: [
      'upgrade',
      'downgrade',
      'change plan',
      'change my plan',
      'switch plan',
      'buy',
      'pricing',
      'prices',
      'cost',
      'yearly billing',
    ],
    ...plan,
    steps:
      'Open Account and choose a plan under Compare Plans. An upgrade starts at once, a downgrade at the end of the period.',
    least: 'admin',
    call: 'payments.create-checkout',
  },
  billing: {
    thing: 'see invoices and change the card',
    phrases: [
      'invoice',
      'invoices',
      'receipt',
      'card',
      'credit card',
      'payment method',
      'billing portal',
      'cancel subscription',
      'vat',
    ],
    screen: 'account',
    label: 'Account & Billing',
    steps: 'Open Account and press Manage billing.',
    least: 'admin',
    call: 'payments.create-portal-session',
  },
  invite: {
    thing: 'invite a member',
    phrases: [
      'invite',
      'invitation',
      'add a member',
      'add a user',
      'add a colleague',
      'give access',
      'team members',
      'colleagues',
    ],
    ...workspace,
    steps:
      'Open Account, choose a role under Invitations and press Create invitation. Send the link to one person; it works for seven days.',
    least: 'admin',
    feature: 'members',
    call: 'workspace.invite',
  },
  role: {
    thing: 'change the role of a member',
    phrases: ['change role', 'change the role', 'make admin', 'permissions', 'promote', 'make someone owner'],
    ...workspace,
    steps: 'Open Account and choose another role beside the member. Only owners add or change owners.',
    least: 'admin',
    call: 'workspace.set-role',
  },
  'remove-member': {
    thing: 'remove a member',
    phrases: [
      'remove a member',
      'remove a user',
      'revoke access',
      'kick',
      'delete a user',
      'from the workspace',
      'from our workspace',
      'from my workspace',
      'from the team',
      'from our team',
    ],
    ...workspace,
    steps: 'Open Account and press Remove beside the member. Their API keys stop working.',
    least: 'admin',
    call: 'workspace.remove-member',
  },
  leave: {
    thing: 'leave the workspace',
    phrases: ['leave', 'leave the workspace', 'leave the team'],
    ...workspace,
    steps: 'Open Account and press Leave the workspace. The last owner cannot leave.',
    least: 'viewer',
    call: 'workspace.leave',
  },
  rename: {
    thing: 'rename the workspace',
    phrases: ['rename', 'workspace name', 'change the name of the workspace'],
    ...workspace,
    steps: 'Open Account and enter another name under Workspace.',
    least: 'admin',
    call: 'workspace.rename',
  },
  'create-key': {
    thing: 'create an API key',
    phrases: ['api key', 'api keys', 'api token', 'access token', 'use the api', 'api access', 'terraform'],
    screen: 'account',
    section: 'api',
    label: 'API access',
    steps: 'Open Account and press Create API key. The key is shown this once.',
    least: 'admin',
    feature: 'api_access',
    call: 'api-keys.create',
  },
  'revoke-key': {
    thing: 'revoke an API key',
    phrases: ['revoke a key', 'delete a key', 'key leaked', 'leaked api key', 'rotate a key'],
    screen: 'account',
    section: 'api',
    label: 'API access',
    steps: 'Open Account and press Revoke beside the key. It stops working at once.',
    least: 'admin',
    call: 'api-keys.revoke',
  },
  blocklists: {
    thing: 'choose which blocklists are asked',
    phrases: ['own blocklist', 'custom blacklist', 'turn off a blacklist', 'disable a blocklist', 'add a blocklist'],
    screen: 'account',
    section: 'blacklists',
    label: 'Blocklists',
    steps: 'Open Account and turn lists on or off under Blocklists, or press Add blocklist.',
    least: 'admin',
    feature: 'custom_blocklists',
    call: 'blocklists.set-off',
  },
  branding: {
    thing: 'put your name and logo on reports',
    phrases: ['logo', 'branding', 'white label', 'white-label', 'own name on reports'],
    screen: 'account',
    section: 'reports',
    label: 'Reports',
    steps: 'Open Account and enter a name or choose a logo under Reports.',
    least: 'admin',
    feature: 'report_branding',
    call: 'report-identity.set',
  },
  'audit-log': {
    thing: 'see who did what',
    phrases: ['audit log', 'who did', 'who changed', 'activity log', 'who deleted', 'who added'],
    screen: 'account',
    section: 'audit-log',
    label: 'Audit log',
    steps: 'Open Account and go to Audit log. Below the role Admin it shows what you did yourself.',
    least: 'viewer',
    is: 'read',
  },
  password: {
    thing: 'change your password',
    phrases: ['change password', 'change my password', 'forgot my password', 'reset password', 'new password'],
    ...security,
    steps: 'Open Account and press Change password under Sign-in & security.',
    least: 'viewer',
  },
  email: {
    thing: 'change your email address',
    phrases: ['change my email', 'change email', 'new email address', 'sign-in address'],
    ...security,
    steps: 'Open Account and press Change email under Sign-in & security.',
    least: 'viewer',
  },
  'two-factor': {
    thing: 'set up two-factor authentication',
    phrases: ['two-factor', 'two factor', '2fa', 'mfa', 'authenticator', 'backup codes'],
    ...security,
    steps: 'Open Account and press Set up beside two-factor authentication under Sign-in & security.',
    least: 'viewer',
  },
  sessions: {
    thing: 'sign out other sessions',
    phrases: ['sessions', 'signed in elsewhere', 'sign out everywhere', 'lost laptop', 'devices'],
    ...security,
    steps: 'Open Account and press Sign out everywhere else under Sign-in & security.',
    least: 'viewer',
  },
  'export-data': {
    thing: 'export your data',
    phrases: ['export my data', 'export all data', 'gdpr', 'data export', 'backup of my data'],
    screen: 'account',
    section: 'data',
    label: 'Your data',
    steps: 'Open Account and press Export data under Your data.',
    least: 'viewer',
    call: 'account.export',
  },
  'delete-account': {
    thing: 'delete your account',
    phrases: ['delete my account', 'delete account', 'close my account', 'delete everything'],
    screen: 'account',
    section: 'delete',
    label: 'Delete account',
    steps: 'Open Account and press Delete account. For 30 days it can be restored.',
    least: 'viewer',
  },
  headers: {
    thing: 'analyze the header of a message',
    phrases: [
      'analyze a header',
      'header analyzer',
      'analyze this mail',
      'is this mail real',
      'check a message',
      'paste a header',
    ],
    screen: 'headers',
    label: 'Header Analyzer',
    steps: 'Open the Header Analyzer, paste the header or the whole message and press Analyze Headers.',
    least: 'editor',
    call: 'headers.analyze',
  },
  'spf-builder': {
    thing: 'build an SPF record',
    phrases: [
      'spf builder',
      'build an spf record',
      'create an spf record',
      'generate spf',
      'change the spf record',
      'add a sender',
    ],
    screen: 'spfBuilder',
    label: 'SPF Record Builder',
    steps: 'Open the SPF Record Builder, choose the services and press Generate SPF Record.',
    least: 'editor',
    call: 'spf.generate',
  },
  'dmarc-builder': {
    thing: 'build a DMARC record',
    phrases: [
      'dmarc builder',
      'build a dmarc record',
      'create a dmarc record',
      'generate dmarc',
      'change the dmarc policy',
    ],
    screen: 'dmarcBuilder',
    label: 'DMARC Record Builder',
    steps: 'Open the DMARC Record Builder, choose the policy and press Generate.',
    least: 'editor',
    call: 'dmarc.generate',
  },
  'subdomain-spf': {
    thing: 'split SPF over subdomains',
    phrases: ['subdomain spf', 'spf subdomains', 'split spf'],
    screen: 'subdomainSpf',
    label: 'Subdomain SPF Generator',
    steps: 'Open the Subdomain SPF Generator, choose the services and press Generate SPF Records.',
    least: 'viewer',
    is: 'read',
  },
  flatten: {
    thing: 'flatten an SPF record',
    phrases: ['flatten', 'flattening', 'hosted spf', 'too many lookups', 'spf flattening'],
    screen: 'spfFlattening',
    label: 'SPF Flattening Service',
    steps: 'Open the SPF Flattening Service and press New Configuration. Then publish the record that it shows.',
    least: 'editor',
    feature: 'spf_flattening',
    call: 'spf-flattening.flatten',
  },
  'delete-flattening': {
    thing: 'delete a hosted SPF record',
    phrases: ['delete the flattened record', 'stop flattening', 'remove flattening', 'delete hosted record'],
    screen: 'spfFlattening',
    label: 'SPF Flattening Service',
    steps: 'Remove its include from your SPF record first. Then open the SPF Flattening Service and press Delete.',
    least: 'editor',
    call: 'spf-flattening.delete',
  },
  'clear-chat': {
    thing: 'delete this conversation',
    phrases: ['clear history', 'delete this chat', 'delete the conversation', 'clear the chat'],
    screen: 'chat',
    label: 'AI Chat',
    steps: 'Open AI Chat and press Clear History.',
    least: 'viewer',
    call: 'chat.clear',
  },
} as const satisfies Record<string, Place>

export type PlaceId = keyof typeof places

/** What the analyst cannot do or see, whatever is asked. */
export interface Beyond {
  phrases: readonly string[]
  /** One or two sentences: what it cannot do, and why. */
  says: string
  /** Where the nearest thing is done. */
  instead: PlaceId | null
}

/** What is beyond the product, with the nearest thing that it has. */
export const beyond = {
  mailboxes: {
    phrases: ['mailbox', 'mailboxes', 'read my mail', 'read our mail', 'my inbox', 'contents of our mails'],
    says: 'Waxseal reads no mailbox and stores no mail. It reads public DNS, and the headers that you paste yourself.',
    instead: 'headers',
  },
  delivery: {
    phrases: ['delivery log', 'was it delivered', 'did my mail arrive', 'bounce log', 'open rate', 'delivery rate'],
    says: 'Waxseal does not see whether a message arrived. The log of your mail server or sending service has that.',
    instead: 'headers',
  },
  complaints: {
    phrases: ['complaint rate', 'spam complaints', 'marked as spam', 'spam rate', 'feedback loop', 'sender score'],
    says: 'Waxseal does not see complaints or spam rates. Google Postmaster Tools, Microsoft SNDS and the feedback loops of receivers have them.',
    instead: null,
  },
  publish: {
    phrases: ['publish it for me', 'change my dns', 'update dns', 'fix it for me', 'set the record', 'edit my dns'],
    says: 'Waxseal cannot change your DNS. It makes the record; publish it at your DNS provider.',
    instead: 'spf-builder',
  },
  delist: {
    phrases: ['delist me', 'remove us from the blacklist', 'request removal for me'],
    says: 'Waxseal cannot request a removal for you. The report links to the form of each list.',
    instead: 'scan',
  },
  sending: {
    phrases: ['send a mail', 'send an email', 'send a test mail', 'write to', 'email my provider'],
    says: 'Waxseal sends no mail for you, only alerts and mails about the account.',
    instead: 'alert-email',
  },
  others: {
    phrases: [
      'other company',
      'other companies',
      'other workspaces',
      'other customers',
      'other accounts',
      'competitor',
      'domain of someone else',
      'domain that is not mine',
    ],
    says: 'I answer only about the domains of this workspace. Everything that a scan reads is public, so you may add any domain.',
    instead: 'add-domain',
  },
  future: {
    phrases: ['predict', 'forecast', 'will it', 'guarantee', 'promise'],
    says: 'I do not predict what receivers will do. I can say what the last scan found and what each step changes in the score.',
    instead: null,
  },
} as const satisfies Record<string, Beyond>

export type BeyondId = keyof typeof beyond
