import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import type { FindingId } from '@waxseal/core/health'
import { defaultSpfSettings } from '@waxseal/core/spf'
import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import { packDocument } from '../features/scans/document.ts'
import { dayOf, monthOf } from '../features/usage/period.ts'
import { aScanResult } from './factories.ts'
import { fillAlerts } from './neighbor-alerts.ts'
import { fillAudit } from './neighbor-audit.ts'
import { fillBilling } from './neighbor-billing.ts'
import { fillMonitoring } from './neighbor-changes.ts'
import { fillChat } from './neighbor-chat.ts'
import { fillHeaders } from './neighbor-headers.ts'
import { fillHosted, fillZone } from './neighbor-hosted.ts'
import { fillBlocklists, fillKeysOf, fillReportIdentity, fillShares } from './neighbor-keys.ts'
import { fillWatched } from './neighbor-monitoring.ts'
import { fillThreatMemory } from './neighbor-threat.ts'

/** Whose rows are made, and how: `make` gives an id to what has a name. */
export interface Filling {
  /** `owner` or `neighbor`. */
  name: string
  workspace: { id: string }
  /** Its owner. */
  person: { id: string; subject: string }
  make: (name: string) => string
  now: Date
}

const hour = 3_600_000
const day = 24 * hour

/** The score of one scan, the neighbor's higher than the owner's. */
const scoreOf = (name: string, at: number): number => (name === 'owner' ? 61 : 71) + at

/** The workspace, its members and its two domains, with two rows or more of every kind. What is there already stays. */
export async function fillWorkspace(db: Database, filling: Filling): Promise<void> {
  const { name, workspace, make, now } = filling
  const workspaceId = workspace.id
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await fillMembers(db, filling, ago)
  await db.insert(schema.usageCounter).values([
    { workspaceId, kind: 'scan', period: monthOf(ago(32 * day)), n: 3 },
    { workspaceId, kind: 'scan', period: monthOf(now), n: 4 },
    { workspaceId, kind: 'threat', period: dayOf(ago(day)), n: 2 },
    { workspaceId, kind: 'threat', period: dayOf(now), n: 5 },
    { workspaceId, kind: 'chat', period: dayOf(ago(day)), n: 6 },
    { workspaceId, kind: 'chat', period: dayOf(now), n: 7 },
  ])
  const mail = (state: 'waiting' | 'sent' | 'failed', what: string, at: Date, finishedAt: Date | null) => {
    const payload = { to: `${name}@example.org`, subject: what, text: 'text' }
    const id = make(`${name} mail ${what}`)
    return { id, workspaceId, kind: 'mail' as const, payload, state, nextTryAt: at, createdAt: at, finishedAt }
  }
  await db
    .insert(schema.outbox)
    .values([
      mail('waiting', 'due', ago(hour), null),
      mail('waiting', 'due tomorrow', ago(-day), null),
      mail('sent', 'sent yesterday', ago(day), ago(day)),
      mail('sent', 'sent long ago', ago(100 * day), ago(100 * day)),
      mail('failed', 'failed long ago', ago(100 * day), ago(100 * day)),
    ])
  await fillWatched(db, filling, ago)
  await fillHeaders(db, filling, ago)
  await fillBilling(db, filling)
  await fillBlocklists(db, filling)
  await fillReportIdentity(db, filling)
  await db.insert(schema.rateLimit).values([
    { key: `diagnostics.scan ${name}`, windowStart: ago(0), n: 1 },
    { key: `diagnostics.scan ${name}`, windowStart: ago(2 * day), n: 7 },
  ])
  // Made in one moment, as a pasted list makes them.
  const createdAt = ago(30 * day)
  const common = { workspaceId, createdAt, lastScanAt: ago(day), tags: ['client', name], tagsAuthor: filling.person.id }
  const shared = { ...common, id: make(`${name}/shared`), name: 'shared.example', score: scoreOf(name, 2) }
  const schedule = { scanSchedule: 'daily' as const, nextScanAt: ago(name === 'owner' ? 2 * hour : hour) }
  const own = { ...common, ...schedule, id: make(`${name}/own`), name: `${name}.example`, score: null }
  await db.insert(schema.domain).values([{ ...shared, scoredAt: ago(day), issues: ['SPF record missing'] }, own])
  await fillDomain(db, { ...filling, domain: shared, called: `${name}/shared` })
  await fillDomain(db, { ...filling, domain: own, called: `${name}/own` })
  await fillAlerts(db, filling, [shared, own])
  await fillZone(db, now)
  await fillHosted(db, filling, [shared, own], ago)
}

/** The workspace, its owner and a second member, who owns none, with their messages; and an invitation of each kind. */
async function fillMembers(db: Database, filling: Filling, ago: (ms: number) => Date): Promise<void> {
  const { name, workspace, person, make } = filling
  const createdAt = ago((name === 'owner' ? 60 : 50) * day)
  const guest = { id: make(`guest of ${name}`), subject: `guest user of ${name}` }
  await db
    .insert(schema.workspace)
    .values({ ...workspace, name: `domains of ${name}`, tier: 'pro', grantedTier: 'pro', createdAt })
    .onConflictDoNothing()
  await db
    .insert(schema.person)
    .values([
      { ...person, email: `${name}@example.org`, name: `${name} of domains`, createdAt },
      { ...guest, email: `guest.${name}@example.org`, name: `guest of ${name}`, createdAt },
    ])
    .onConflictDoNothing()
  await db
    .insert(schema.member)
    .values([
      { workspaceId: workspace.id, personId: person.id, role: 'owner', joinedAt: createdAt },
      { workspaceId: workspace.id, personId: guest.id, role: 'editor', joinedAt: ago(20 * day) },
    ])
    .onConflictDoNothing()
  await fillChat(db, { ...filling, guest }, ago)
  await fillKeysOf(db, { ...filling, guest }, ago)
  await fillAudit(db, { ...filling, guest }, ago)
  const invitation = (what: string, rest: { expiresAt: Date; usedAt?: Date; usedBy?: string }) => ({
    id: make(`${name} invitation ${what}`),
    workspaceId: workspace.id,
    role: 'editor' as const,
    tokenHash: `hash of ${workspace.id} ${what}`,
    createdBy: person.id,
    createdAt: ago(21 * day),
    ...rest,
  })
  await db
    .insert(schema.invitation)
    .values([
      invitation('open', { expiresAt: ago(-day) }),
      invitation('expired', { expiresAt: ago(day) }),
      invitation('used', { expiresAt: ago(14 * day), usedAt: ago(20 * day), usedBy: guest.id }),
    ])
}

/** One domain of a workspace. One without a score has never had one, and its open run is being worked on. */
export interface FillingDomain extends Filling {
  domain: { id: string; name: string; score: number | null }
  called: string
}

async function fillDomain(
  db: Database,
  { name, workspace, person, make, now, domain, called }: FillingDomain,
): Promise<void> {
  const domainId = domain.id
  // The neighbor's scans fall between the owner's.
  const ago = (ms: number) => new Date(now.getTime() - ms + (name === 'owner' ? 0 : hour))
  const run = (what: string, rest: Partial<Omit<typeof schema.scanRun.$inferInsert, 'id'>>) => ({
    domainId,
    workspaceId: workspace.id,
    tier: 'pro' as const,
    state: 'done' as const,
    period: monthOf(now),
    requestedAt: ago(day),
    ...rest,
    id: make(`${called} run ${what}`),
  })
  const open =
    domain.score === null
      ? run('open', {
          state: 'running',
          requestedAt: ago(2.5 * hour),
          leaseUntil: new Date(now.getTime() + hour / 2),
          claim: make(`${called} claim`),
          attempts: 1,
          threatDay: dayOf(now),
        })
      : run('open', { state: 'queued', requestedAt: ago(hour) })
  const ended = [3, 2, 1].map(days => {
    const finishedAt = ago(days * day)
    return { ...run(`${4 - days}`, { requestedAt: finishedAt, threatDay: dayOf(finishedAt) }), finishedAt }
  })
  const failed = run('failed', { state: 'failed', requestedAt: ago(40 * day), finishedAt: ago(40 * day) })
  await db.insert(schema.scanRun).values([open, ...ended, failed])

  const scans = ended.map(({ id, finishedAt }, at) => ({
    id: make(`${called} scan ${at + 1}`),
    domainId,
    workspaceId: workspace.id,
    runId: id,
    startedAt: finishedAt,
    finishedAt,
    score: domain.score === null ? null : scoreOf(name, at),
    coverage: 1,
    model: 1,
    catalogue: '2026-11',
    tier: 'pro' as const,
    unchecked: [],
    findings: ['spf_missing' as const, 'dmarc_missing' as const],
  }))
  await db.insert(schema.scan).values(scans)
  const documents = scans.map(async ({ id, finishedAt, score }) => {
    const result = aScanResult({ name: domain.name, finishedAt: finishedAt.toISOString(), score })
    return { scanId: id, domainId, finishedAt, ...(await packDocument(result)) }
  })
  await db.insert(schema.scanDocument).values(await Promise.all(documents))

  const decision = (finding: FindingId, decidedAt: Date) => ({
    id: make(`${called} decision on ${finding}`),
    domainId,
    finding,
    subject: '',
    kind: 'accepted' as const,
    note: `of ${called}`,
    decidedAt,
    author: person.id,
  })
  await db.insert(schema.decision).values([decision('spf_missing', ago(day)), decision('dmarc_missing', ago(2 * day))])
  await fillShares(db, { name, workspace, person, make, now, domain, called })
  await fillMonitoring(db, { name, workspace, person, make, now, domain, called })
  await fillFindings(db, { workspaceId: workspace.id, domain, now })
  await db.insert(schema.dkimSelector).values(
    [
      { selector: 's1', source: 'user' as const, addedAt: ago(day), author: person.id },
      { selector: 's2', source: 'user' as const, addedAt: ago(day), author: person.id },
      { selector: 'k1', source: 'confirmed' as const, addedAt: ago(day) },
      { selector: 'k2', source: 'confirmed' as const, addedAt: ago(100 * day) },
    ].map(row => ({ domainId, ...row })),
  )
  const generated = { domainId, generatedAt: ago(day), author: person.id }
  const rua_email = `dmarc@${called.replace('/', '.')}.example`
  await db
    .insert(schema.generatedSpf)
    .values({ ...generated, settings: defaultSpfSettings, record: `v=spf1 a:${called.replace('/', '.')}.example ~all` })
  await db.insert(schema.generatedDmarc).values({
    ...generated,
    settings: { ...defaultDmarcSettings, rua_email },
    record: `v=DMARC1; p=none; rua=mailto:${rua_email}`,
  })
}

/** What is kept of a domain's newest scan; of one without a score, what an older one found. */
async function fillFindings(
  db: Database,
  { workspaceId, domain, now }: { workspaceId: string; domain: FillingDomain['domain']; now: Date },
): Promise<void> {
  const of = { workspaceId, domainId: domain.id }
  const ago = (days: number) => new Date(now.getTime() - days * day)
  await db.insert(schema.finding).values([
    { ...of, id: 'dmarc_missing', subject: '', points: -35, regains: 15, score: 45, since: ago(3) },
    { ...of, id: 'spf_missing', subject: '', points: -20, regains: 20, score: 45, since: ago(2) },
  ])
  await db.insert(schema.domainHost).values([
    { ...of, kind: 'mx', host: 'mail.shared.example' },
    { ...of, kind: 'spf', host: '_spf.shared.example' },
  ])
  await db.insert(schema.findingSource).values({ ...of, finishedAt: ago(domain.score === null ? 2 : 0) })
}

/** What is remembered of mail servers and of the installation, which belongs to no workspace either. */
export async function fillRelayMemory(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() + hour)
  await db.insert(schema.relayMemory).values([
    { key: '192.0.2.25', claimedUntil: until, changedAt: now },
    { key: '192.0.2.26', claimedUntil: until, changedAt: now },
    { key: '192.0.2.27', changedAt: new Date(now.getTime() - 100 * day) },
  ])
  await db.insert(schema.operation).values([
    { key: 'backup', at: now, detail: { bytes: 1 } },
    { key: 'process 1', at: now, detail: {} },
  ])
  const link = (what: string, expiresAt: Date) => {
    const createdAt = new Date(expiresAt.getTime() - 7 * day)
    return { tokenHash: `hash of link ${what}`, createdAt, expiresAt, version: 4, body: Buffer.from(what) }
  }
  await db.insert(schema.visitorLink).values([link('open', until), link('expired', now)])
  await fillThreatMemory(db, now)
}
