import { randomBytes } from 'node:crypto'
import type { ScanProgress } from '@waxseal/contract'
import { type CheckId, checkIds, type DnsEvidence, type Section } from '@waxseal/core/check'
import { type ScanResult, type Sections, wholeSections } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import { type domain, domain as domainTable, member, person, workspace } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import type { AlertEvent } from '../features/alerts/raise.ts'
import { summarise } from '../features/domains/store.ts'
import { watchDomains } from '../features/domains/watch-store.ts'
import { packDocument } from '../features/scans/document.ts'
import { claimRun, closeRun, insertRun, insertScan } from '../features/scans/store.ts'
import { summaryOf } from '../features/scans/summary.ts'
import type { Actor, PersonActor } from '../features/workspaces/actor.ts'
import { actorIn, type Person, signedIn } from '../features/workspaces/sign-in.ts'
import { personOfSubject } from '../features/workspaces/store.ts'
import { subjectIsToken } from './offline.ts'
import { silent } from './silent.ts'

/** A unique name within the run. */
export const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString('hex')}`

/** Someone who has signed up, in the workspace of their own. */
export interface Owner extends PersonActor {
  person: Person
}

/** A stored person with their own workspace. */
export async function anOwner(
  { db }: Store,
  overrides: { tier?: Tier; createdAt?: Date; email?: string } = {},
): Promise<Owner> {
  const subject = unique('user')
  const { tier = 'free', createdAt = new Date('2026-11-01T08:00:00Z'), email = `${subject}@example.org` } = overrides
  const name = 'Alex Example'
  const [who] = await db.insert(person).values({ subject, email, name, createdAt }).returning()
  const [where] = await db.insert(workspace).values({ name, tier, grantedTier: tier, createdAt }).returning()
  if (who === undefined || where === undefined) throw new Error('no person or workspace was stored')
  await db.insert(member).values({ workspaceId: where.id, personId: who.id, role: 'owner', joinedAt: createdAt })
  return {
    workspace: { id: where.id, name, tier },
    by: { kind: 'person', id: who.id },
    role: 'owner',
    person: { id: who.id, subject, email, name, picture: null, createdAt },
  }
}

/** The actor that a call of this subject has, in the workspace of their own. */
export async function actorOf(deps: Pick<Deps, 'store' | 'env' | 'now'>, subject: string): Promise<PersonActor> {
  const session = await subjectIsToken.verify(subject)
  const row = await personOfSubject(deps.store.db, subject)
  if (session === null || row === undefined) throw new Error(`no person is called ${subject}`)
  return actorIn(
    await signedIn({ ...deps, log: silent, auth: subjectIsToken }, { ...session, email: row.email, name: row.name }),
    null,
  )
}

/** A stored domain of a workspace. */
export async function aDomain(
  store: Store,
  owner: Pick<Actor, 'workspace'>,
  overrides: Partial<typeof domain.$inferInsert> = {},
): Promise<typeof domain.$inferSelect> {
  const [row] = await store.db
    .insert(domainTable)
    .values({
      workspaceId: owner.workspace.id,
      name: `${unique('domain')}.example`,
      createdAt: new Date('2026-11-02T08:00:00Z'),
      ...overrides,
    })
    .returning()
  if (row === undefined) throw new Error('no domain was stored')
  await store.transaction(tx => watchDomains(tx, [row]))
  return row
}

/** A stored, finished scan of a domain, with its run and its document. */
export async function aScan(
  store: Store,
  of: typeof domain.$inferSelect,
  overrides: Partial<ScanResult> = {},
): Promise<ScanResult> {
  const result = aScanResult({ name: of.name, ...overrides })
  const requestedAt = new Date(result.startedAt)
  const document = await packDocument(result)
  const run = await store.transaction(tx =>
    insertRun(tx, { domainId: of.id, workspaceId: of.workspaceId, tier: 'free', period: '2026-11', requestedAt }),
  )
  const claimed = await claimRun(store.db, run.id, requestedAt, 60_000)
  if (claimed === undefined) throw new Error('a new run could not be claimed')
  await store.transaction(async tx => {
    await closeRun(tx, claimed, { state: 'done', finishedAt: new Date(result.finishedAt) })
    await insertScan(tx, claimed, result, document)
    await summarise(tx, of.id, summaryOf(result))
  })
  return result
}

/** A scan result: a domain with one MX and nothing else, 60 points. */
export function aScanResult(overrides: Partial<ScanResult> = {}): ScanResult {
  const name = overrides.name ?? 'example.com'
  return {
    name,
    startedAt: '2026-11-20T09:00:00.000Z',
    finishedAt: '2026-11-20T09:00:04.000Z',
    sections: someSections(name),
    remembered: {},
    findings: [
      { id: 'spf_missing', check: 'spf', subject: null, facts: { domain: name }, evidence: ['e-spf'] },
      { id: 'dmarc_missing', check: 'dmarc', subject: null, facts: { domain: name }, evidence: ['e-dmarc'] },
    ],
    score: 60,
    deductions: [
      { finding: 'spf_missing', subject: null, check: 'spf', points: -20 },
      { finding: 'dmarc_missing', subject: null, check: 'dmarc', points: -20 },
    ],
    coverage: 1,
    basis: { model: 1, catalogue: '2026-11', tier: 'free', unchecked: [] },
    ...overrides,
  }
}

function someSections(name: string): Sections {
  const section = <T>(check: CheckId, type: DnsEvidence['question']['type'], value: T): Section<T> => ({
    ran: true,
    value,
    gaps: [],
    notes: [],
    evidence: [noData(`e-${check}`, check === 'dmarc' ? `_dmarc.${name}` : name, type)],
  })
  const reading = {
    location: null,
    record: null,
    inherited: false,
    policy: null,
    testing: false,
    multiple: false,
    unchecked: false,
  }
  return wholeSections({
    dns: section('dns', 'A', { exists: true, a: ['192.0.2.1'], aaaa: [], txt: [], nameservers: [], bogus: null }),
    mx: section('mx', 'MX', {
      hosts: [
        { preference: 10, host: `mail.${name}`, addresses: ['192.0.2.25'], state: 'resolved' as const, alias: null },
      ],
      implicit: null,
    }),
    spf: section('spf', 'TXT', { records: [], lookalikes: [], tree: null }),
    dmarc: section('dmarc', 'TXT', {
      reading,
      rfc7489: reading,
      organizationalDomain: name,
      walked: [`_dmarc.${name}`],
      external: [],
    }),
    dkim: section('dkim', 'TXT', {
      state: 'none-unsure' as const,
      sureBecause: null,
      keys: [],
      dangling: [],
      unanswered: [],
      missing: [],
      wildcard: null,
      tried: 170,
      unguessable: [],
    }),
    blacklist: section('blacklist', 'A', {
      success: true,
      listedCount: 0,
      totalChecked: 34,
      rows: [],
      custom: [],
      addresses: [],
      names: [name],
      notAsked: 0,
      off: [],
    }),
    threat: section('threat', 'A', { sources: [], opinions: [] }),
    relay: section('relay', 'A', { state: 'off' as const, hosts: [] }),
    transport: section('transport', 'TXT', {
      mail: 'hosts' as const,
      reason: null,
      hosts: [`mail.${name}`],
      smtp: 'off' as const,
      sessions: [],
      reverse: [],
      mtaSts: { name: `_mta-sts.${name}`, texts: [], policy: null },
      tlsRpt: { name: `_smtp._tls.${name}`, texts: [] },
      dane: [],
      dnssec: { zone: name, ds: 0, keys: 0, authentic: 'no' as const, validating: true },
      bimi: { name: `default._bimi.${name}`, texts: [] },
      caa: [],
    }),
  })
}

/** How far a scan is, when these checks have started. */
export function aProgress(started: Partial<ScanProgress['checks']>, questions: number): ScanProgress {
  const waiting = Object.fromEntries(checkIds.map(check => [check, 'waiting'])) as ScanProgress['checks']
  return { checks: { ...waiting, ...started }, questions }
}

function noData(id: string, name: string, type: DnsEvidence['question']['type']): DnsEvidence {
  return {
    id,
    kind: 'dns',
    question: { name, type },
    outcome: 'no-data',
    answers: [],
    via: {
      server: '192.0.2.53',
      authoritative: true,
      rcode: 'NOERROR',
      ede: [],
      authentic: 'no',
      cnames: [],
      ttl: 300,
      ms: 4,
      askedAt: Date.parse('2026-11-20T09:00:01Z'),
      cached: false,
    },
  }
}

/** An alert of a cause of its own. */
export function anAlert(overrides: Partial<AlertEvent> = {}): AlertEvent {
  return {
    type: 'dmarc_fail',
    state: 'raised',
    severity: 'warning',
    description: 'DMARC policy weakened from reject to none',
    old_value: 'v=DMARC1; p=reject',
    new_value: 'v=DMARC1; p=none',
    cause: crypto.randomUUID(),
    ...overrides,
  }
}
