/** The import table of docs/architecture.md, section 3, as data. `check-structure.ts` compares the tree with it. */

/** Which workspace may import which; a package not named here may not be imported across workspaces at all. */
export const packageImports: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  scanner: ['core'],
  server: ['core', 'contract', 'scanner'],
  web: ['core', 'contract'],
}

/** The features that own the tables that all features need. */
const ground = ['audit', 'workspaces', 'usage', 'domains', 'scans'] as const

/** All features may use ground features; the others never import each other. */
const forFeatures = [
  'db',
  'jobs',
  'http',
  'errors',
  'ports',
  'deps',
  'hosted-zone',
  ...ground.map(name => `features/${name}`),
]

/**
 * Which room of a workspace may import which other rooms of it. `*` means every room; a room may always import itself.
 * A file directly below `src` is the room with its name, without the extension.
 */
export const roomImports: Record<string, Record<string, readonly string[]>> = {
  core: {
    caps: [],
    dns: ['caps'],
    check: ['dns'],
    plan: [],
    audit: [],
    providers: ['dns'],
    // Every other folder is the protocol of a check.
    '*': ['caps', 'dns', 'check', 'providers'],
    // Report addresses of TLS reporting are the URIs of DMARC.
    transport: ['caps', 'dns', 'check', 'providers', 'relay', 'dmarc'],
    watch: ['dns', 'spf', 'dmarc', 'dkim', 'transport'],
    health: ['*'],
    alert: ['dns', 'check', 'dmarc', 'transport', 'watch', 'health'],
    // It names plans, alerts and recorded actions.
    assistant: [
      'dns',
      'check',
      'providers',
      'plan',
      'spf',
      'dmarc',
      'dkim',
      'blacklist',
      'transport',
      'watch',
      'health',
      'headers',
      'alert',
      'audit',
    ],
  },
  scanner: {
    dial: [],
    paint: [],
    progress: [],
    'domain-name': [],
    'own-address': [],
    dns: ['dial'],
    https: ['dial'],
    smtp: ['dial', 'domain-name', 'own-address'],
    blacklist: ['dns', 'domain-name'],
    threat: ['dns', 'blacklist', 'https'],
    message: ['domain-name'],
    checks: ['dns', 'blacklist', 'https', 'domain-name'],
    'spf-text': ['paint'],
    'report-checks': ['spf-text', 'paint'],
    'report-text': ['report-checks', 'paint'],
    'scan-dns': ['dns', 'blacklist', 'domain-name', 'own-address', 'dial'],
    'kept-answers': ['dns', 'scan-dns'],
    reputation: ['checks', 'scan-dns'],
    snapshot: ['scan-dns', 'https', 'snapshot-effects', 'snapshot-state'],
    'snapshot-effects': ['snapshot-dmarc', 'snapshot-spf'],
    'snapshot-dmarc': [],
    'snapshot-spf': [],
    'snapshot-state': ['scan-dns', 'checks', 'domain-name'],
    'bounded-sections': [],
    scan: ['bounded-sections', 'checks', 'dns', 'blacklist', 'https', 'domain-name', 'progress', 'scan-dns'],
    cli: ['*'],
    index: ['*'],
    testing: ['*'],
  },
  server: {
    errors: [],
    'env-values': [],
    version: [],
    'env-hosted-zone': ['env-values', 'nameserver'],
    'env-sign-up': ['env-values'],
    'env-relay': ['env-values'],
    'env-threat': ['env-values'],
    'env-assistant': ['env-values'],
    'env-billing': ['env-values'],
    'env-clerk': ['env-values'],
    env: [
      'env-values',
      'env-hosted-zone',
      'env-relay',
      'env-sign-up',
      'env-threat',
      'env-assistant',
      'env-billing',
      'env-clerk',
    ],
    'ports-billing': [],
    'ports-reports': [],
    'ports-spf': [],
    ports: ['ports-billing', 'ports-reports', 'ports-spf'],
    nameserver: [],
    threads: [],
    reports: ['ports', 'threads'],
    db: ['errors', 'version'],
    build: ['db', 'version'],
    jobs: ['db', 'errors', 'ports', 'deps'],
    metrics: ['build', 'db', 'jobs', 'env', 'ports', 'deps'],
    http: ['db', 'errors', 'ports', 'deps', 'env', 'metrics', 'features/workspaces'],
    adapters: ['db', 'errors', 'ports', 'env', 'jobs', 'metrics', 'threads'],
    'hosted-zone': ['db', 'env', 'env-hosted-zone', 'ports', 'deps', 'jobs', 'nameserver'],
    'features/*': forFeatures,
    // The assistant reads what the user has.
    'features/assistant': [...forFeatures, 'features/headers', 'features/monitoring'],
    // What the features know of the account, for the assistant.
    'account-readers': ['features/*', 'deps'],
    app: ['http', 'features/*', 'account-readers', 'metrics', 'deps', 'errors', 'ports', 'env', 'db'],
    worker: ['features/*', 'hosted-zone', 'jobs', 'deps', 'db'],
    deps: ['adapters', 'build', 'metrics', 'reports', 'db', 'jobs', 'env', 'ports', 'errors'],
    main: ['app', 'worker', 'hosted-zone', 'metrics', 'deps', 'env', 'db', 'jobs', 'http', 'ports'],
    cli: ['*'],
    testing: ['*'],
  },
  web: {
    main: ['app', 'ui', 'lib'],
    app: ['features/*', 'components', 'ui', 'lib'],
    'features/*': ['components', 'ui', 'lib'],
    components: ['ui', 'lib'],
    ui: ['lib'],
    lib: [],
  },
}

/**
 * Who reads and writes each table: a file, or a folder with its `/`, below packages/server/src. Two names where a second
 * room may delete what has expired, counts what is due, or reads to join; anything else goes through the owner's functions.
 */
export const tableOwners: Record<string, readonly string[]> = {
  // The activity lists alerts.
  alert: ['features/alerts/', 'features/dashboard/alert-store.ts'],
  alertAddress: ['features/alerts/'],
  alertChannel: ['features/alerts/'],
  alertMemory: ['features/alerts/'],
  alertNotice: ['features/alerts/'],
  alertSettings: ['features/alerts/'],
  apiKey: ['features/workspaces/'],
  auditEvent: ['features/audit/'],
  auditEventDomain: ['features/audit/'],
  // The profile names what Stripe calls them.
  billingCustomer: ['features/billing/', 'features/workspaces/me.ts'],
  billingEvent: ['features/billing/'],
  blocklistOff: ['features/workspaces/'],
  chatMessage: ['features/assistant/'],
  checkout: ['features/billing/'],
  decision: ['features/scans/'],
  dkimSelector: ['features/domains/'],
  // The list of domains and their scans: what writes of a scan locks its domain.
  domain: [
    'features/domains/',
    'features/scans/store.ts',
    'features/scans/finding-store.ts',
    'features/scans/count-store.ts',
    'features/scans/change-store.ts',
    'features/scans/decision-store.ts',
    // The analyst's facts name the domains that they are about.
    'features/scans/account-facts.ts',
    'features/alerts/account-facts.ts',
    'features/monitoring/account-facts.ts',
  ],
  // Alerts read what an event names; a scan, what was found while it ran.
  dnsChange: ['features/monitoring/', 'features/alerts/raise-changes.ts', 'features/scans/unseen-changes.ts'],
  domainHost: ['features/scans/'],
  finding: ['features/scans/'],
  // Triggers write it; a backup leaves it out.
  findingCount: ['features/scans/', 'db/tables.ts'],
  findingSource: ['features/scans/'],
  // Deleting a domain asks again while it includes its hosted record.
  flattening: ['features/flattening/', 'features/domains/hosted-store.ts', 'metrics/'],
  flatteningVersion: ['features/flattening/'],
  generatedDmarc: ['features/records/'],
  generatedSpf: ['features/records/'],
  headerAnalysis: ['features/headers/'],
  hostedRecord: ['hosted-zone/'],
  hostedZone: ['hosted-zone/'],
  identityJwks: ['adapters/auth/', 'db/restore.ts'],
  identitySchema: ['adapters/auth/'],
  identityAccount: ['adapters/auth/'],
  identitySession: ['adapters/auth/', 'worker.ts'],
  identityTwoFactor: ['adapters/auth/', 'worker.ts'],
  identityUser: ['adapters/auth/'],
  identityVerification: ['adapters/auth/', 'worker.ts'],
  signInMemory: ['adapters/auth/', 'worker.ts'],
  signInTry: ['adapters/auth/', 'worker.ts'],
  invitation: ['features/workspaces/'],
  member: ['features/workspaces/'],
  operation: ['db/operations.ts', 'db/restore.ts'],
  outbox: ['jobs/', 'adapters/mail/'],
  ownBlocklist: ['features/workspaces/'],
  payment: ['features/billing/'],
  person: ['features/workspaces/'],
  rateLimit: ['http/rate-limit.ts', 'worker.ts'],
  relayMemory: ['adapters/relay-memory.ts', 'worker.ts'],
  reportIdentity: ['features/workspaces/'],
  reportShare: ['features/sharing/'],
  scan: ['features/scans/'],
  scanDocument: ['features/scans/'],
  scanRun: [
    'features/scans/',
    'features/domains/store.ts',
    'features/domains/scored-store.ts',
    'features/domains/account-facts.ts',
  ],
  subscription: ['features/billing/', 'features/workspaces/me.ts'],
  // The provider's side of test mode.
  testCustomer: ['adapters/billing/'],
  testInvoice: ['adapters/billing/'],
  testSession: ['adapters/billing/'],
  testSubscription: ['adapters/billing/'],
  threatCache: ['adapters/threat-memory.ts', 'worker.ts'],
  threatQuota: ['adapters/threat-memory.ts'],
  usageCounter: ['features/usage/'],
  visitorLink: ['features/visitor-check/'],
  // The row of a domain is made, and made due, where domains and settings are written.
  watch: ['features/monitoring/', 'features/domains/watch-store.ts', 'features/domains/account-facts.ts', 'metrics/'],
  watchedAddress: ['features/watched-addresses/', 'metrics/'],
  watchedRange: ['features/watched-addresses/'],
  workspace: ['features/workspaces/'],
}

/** Packages that a workspace may not import although npm would allow it. */
export const forbiddenPackages: Record<string, readonly string[]> = {
  web: ['zod'],
}

/** Folder and file names that say nothing about their content. */
export const forbiddenNames: readonly string[] = ['utils', 'helpers', 'common', 'shared', 'misc', 'types', 'services']

/** The maximum number of lines of a source file; files of plain data are exempt. */
export const maxLines = 300
export const dataFiles: readonly RegExp[] = [/\/fixtures\//, /\/migrations\//, /\.data\.ts$/, /\/expectations\.ts$/]
