import {
  type AccountFacts,
  type AccountGroup,
  type AccountGroups,
  type AccountQuery,
  accountBounds,
  accountGroups,
  hidePrivate,
} from '@waxseal/core/assistant'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAccountOf } from './account-readers.ts'
import { alert, usageCounter } from './db/schema/index.ts'
import type { Deps } from './deps.ts'
import type { Actor } from './features/workspaces/actor.ts'
import { openTestDeps, type TestDeps } from './testing/deps.ts'
import { type World, worldIn } from './testing/neighbors.ts'
import { onTheStore, openTestStore } from './testing/store.ts'

/** The value of a group that was read. */
function valueOf<G extends AccountGroup>({ groups }: AccountFacts, group: G): AccountGroups[G] {
  const read = groups[group]
  if (!read?.known) throw new Error(`${group} was not read: ${JSON.stringify(read)}`)
  return read.value
}

const absentIn = ({ groups }: AccountFacts) =>
  Object.fromEntries(Object.entries(groups).flatMap(([group, read]) => (read.known ? [] : [[group, read.why]])))

onTheStore('what the features know of an account', kind => {
  let deps: TestDeps
  let world: World
  beforeAll(async () => {
    const store = await openTestStore(kind)
    world = await worldIn(store)
    deps = await openTestDeps(kind, { store })
  })
  afterAll(() => deps.close())

  const actorOf = (name: string, rest: Partial<Actor> = {}): Actor => ({
    workspace: { id: world.id(name), name: `domains of ${name}`, tier: 'pro' },
    by: { kind: 'person', id: world.id(`person of ${name}`) },
    role: 'owner',
    ...rest,
  })
  const read = (
    actor: Actor,
    asked: AccountQuery = {},
    groups: readonly AccountGroup[] = accountGroups,
    changed: Partial<Deps> = {},
  ) => readAccountOf({ ...deps, ...changed })(actor, groups, asked)

  it('is all there for an owner, each list with the number of all', async () => {
    const facts = await read(actorOf('owner'))
    expect(absentIn(facts)).toEqual({})
    expect(facts).toMatchObject({ tier: 'pro', billing: 'test', caller: { role: 'owner', kind: 'person' } })
    const plan = valueOf(facts, 'plan')
    expect(Object.entries(plan.quotas).map(([id, { used, limit }]) => [id, used, limit])).toEqual(
      expect.arrayContaining([
        ['domains', 2, 10],
        ['scans', 4, null],
        ['threat_lookups', 5, 250],
        ['chat_messages', 7, null],
        ['alerts', 0, 1000],
        ['members', 3, 5],
        ['flattening', 2, 3],
        ['watched_addresses', 3, 0],
      ]),
    )
    expect(plan.subscription).toMatchObject({
      known: true,
      value: { plan: 'pro', status: 'cancelled', periodEnd: '2026-11-30T09:00:00.000Z' },
    })
    const { recent, open } = valueOf(facts, 'alerts')
    expect([recent.total, recent.items.length, open.total]).toEqual([6, 6, 2])
    expect(open.items[0]).toMatchObject({ domain: 'owner.example', type: 'dmarc_fail', severity: 'critical' })
    expect(valueOf(facts, 'channels').channels.map(({ kind: of, state }) => `${of} ${state}`)).toEqual([
      'email waiting',
      'slack paused',
      'teams off',
      'webhook on',
    ])
    const { domains } = valueOf(facts, 'domains')
    expect(
      domains.items.map(({ name, schedule, nextScanAt, nextCheckAt }) => [name, schedule, nextScanAt, nextCheckAt]),
    ).toEqual([
      ['owner.example', 'daily', '2026-11-20T07:00:00.000Z', '2026-11-20T08:00:00.000Z'],
      ['shared.example', 'none', null, '2026-11-20T14:00:00.000Z'],
    ])
    const { members, invitations } = valueOf(facts, 'members')
    expect(members.items.map(({ name, role, isCaller }) => [name.text, role, isCaller])).toEqual([
      ['owner of domains', 'owner', true],
      ['guest of owner', 'editor', false],
    ])
    expect(invitations).toMatchObject({ known: true, value: { total: 1 } })
    expect(valueOf(facts, 'keys').keys.items.map(({ name, isExpired }) => [name.text, isExpired])).toEqual([
      ['works of owner', false],
      ['expired of owner', true],
      ['guest of owner', false],
    ])
    const decisions = valueOf(facts, 'decisions')
    expect(decisions.total).toBe(4)
    expect(decisions.items[0]).toMatchObject({
      reason: 'SPF record missing',
      note: { text: 'of owner/own' },
      decidedBy: { text: 'owner of domains' },
    })
    expect(valueOf(facts, 'hosted').records.items.map(({ domain, status }) => `${domain} ${status}`)).toEqual([
      'own.example pending',
      'shared.example active',
    ])
    expect(valueOf(facts, 'headers').items.map(({ subject }) => subject?.text)).toEqual([
      'new of owner',
      'old of owner',
    ])
    const { moves, dns, scans } = valueOf(facts, 'changes')
    expect(moves.items.map(({ domain, before, after }) => [domain, before?.score, after.score])).toEqual([
      ['shared.example', 61, 63],
    ])
    expect([dns.total, dns.items[0]?.before, dns.items[0]?.after, scans]).toEqual([
      2,
      ['10 mx2.example.net'],
      ['10 mx3.example.net'],
      null,
    ])
    const { isOwnOnly, events } = valueOf(facts, 'activity')
    expect(isOwnOnly).toBe(false)
    expect(events.items.find(({ by }) => by === 'key')).toMatchObject({
      domain: 'shared.example',
      name: { private: 'key', text: 'works of owner' },
    })
  })

  it.each([
    ['owner', /neighbor/],
    ['neighbor', /owner/],
  ])('of the workspace %s has nothing of the other one, also where both have a domain', async (name, other) => {
    for (const asked of [
      {},
      { domain: 'shared.example' },
      { domain: `${name === 'owner' ? 'neighbor' : 'owner'}.example` },
    ]) {
      const { asked: _, ...facts } = await read(actorOf(name), asked)
      expect(JSON.stringify(facts).replaceAll('"role":"owner"', '')).not.toMatch(other)
    }
  })

  it('counts what the workspace itself has used', async () => {
    const mine = eq(usageCounter.workspaceId, world.id('neighbor'))
    await world.db
      .update(usageCounter)
      .set({ n: sql`${usageCounter.n} + 100` })
      .where(mine)
    const used: number[] = []
    for (const name of ['owner', 'neighbor'])
      used.push(valueOf(await read(actorOf(name), {}, ['plan']), 'plan').quotas.scans.used)
    expect(used).toEqual([4, 104])
  })

  it('follows the domain and the period of a question', async () => {
    const asked = { domain: 'shared.example', since: '2026-11-19T00:00:00Z', until: '2026-11-20T00:00:00Z' }
    const facts = await read(actorOf('owner'), asked)
    expect(valueOf(facts, 'alerts').recent.items.map(({ name, at }) => [name, at])).toEqual([
      ['shared.example', '2026-11-19T09:00:00.000Z'],
    ])
    expect(valueOf(facts, 'domains').domains).toMatchObject({ total: 1, items: [{ name: 'shared.example' }] })
    expect(valueOf(facts, 'decisions').items.map(({ finding }) => finding)).toEqual(['spf_missing'])
    expect(valueOf(facts, 'hosted').records.total).toBe(1)
    expect(valueOf(facts, 'activity').events.total).toBe(0)
    const { moves, scans, dns, since } = valueOf(facts, 'changes')
    expect([since, dns.total, scans?.total]).toEqual(['2026-11-19T00:00:00Z', 0, 1])
    expect(moves.items.map(({ before, after }) => [before?.score, after.score])).toEqual([[62, 63]])
    const before = await read(actorOf('owner'), { domain: 'shared.example', until: '2026-11-18T00:00:00Z' }, [
      'activity',
    ])
    expect(valueOf(before, 'activity').events.items.map(({ action }) => action)).toEqual([
      'domain.imported',
      'record.dmarc_generated',
      'record.spf_generated',
      'domain.added',
      'domain.added',
    ])
  })

  it('is less for a viewer: no invitations, and of the audit log what they did', async () => {
    const guest = { kind: 'person', id: world.id('guest of owner') } as const
    const facts = await read(actorOf('owner', { by: guest, role: 'viewer' }))
    expect(absentIn(facts)).toEqual({})
    expect(valueOf(facts, 'members').invitations).toEqual({ known: false, why: { kind: 'role', least: 'admin' } })
    const { isOwnOnly, events } = valueOf(facts, 'activity')
    expect(isOwnOnly).toBe(true)
    expect(events.items.length).toBeGreaterThan(0)
    expect(events.items.every(({ isCaller }) => isCaller)).toBe(true)
  })

  it('is less for an API key: nothing that stays with people', async () => {
    const by = { kind: 'key', keyId: world.id('owner key works') } as const
    const reader = await read(actorOf('owner', { by, role: 'viewer' }))
    const person = { kind: 'person' }
    expect(absentIn(reader)).toEqual({ members: person, keys: person, activity: { kind: 'role', least: 'admin' } })
    expect(valueOf(reader, 'plan').subscription).toEqual({ known: false, why: person })
    const admin = await read(actorOf('owner', { by, role: 'admin' }), {}, ['activity'])
    expect(valueOf(admin, 'activity').isOwnOnly).toBe(false)
  })

  it('says that an installation without payments has no subscription', async () => {
    const facts = await read(actorOf('owner'), {}, ['plan'], { billing: null })
    expect(valueOf(facts, 'plan').subscription).toEqual({ known: false, why: { kind: 'billing' } })
  })

  it('says on Starter what the plan lacks, and shows the DNS changes of its days', async () => {
    const starter = actorOf('owner', { workspace: { ...actorOf('owner').workspace, tier: 'free' } })
    const facts = await read(starter, { since: '2026-01-01T00:00:00Z' })
    expect(valueOf(facts, 'channels')).toMatchObject({ allowed: false })
    expect(valueOf(facts, 'channels').channels.every(({ state }) => state === 'off')).toBe(true)
    expect(valueOf(facts, 'domains').domains.items.filter(({ isReadOnly }) => isReadOnly)).toHaveLength(1)
    expect(valueOf(facts, 'hosted').records.items.some(({ status }) => status === 'paused')).toBe(true)
    expect(valueOf(facts, 'changes')).toMatchObject({
      since: '2026-01-01T00:00:00Z',
      dnsShownSince: '2026-10-21T09:00:00.000Z',
    })
  })

  it('gives a language model no name, address, key, note, subject or recorded action', async () => {
    const { value, placeholders } = hidePrivate(await read(actorOf('owner')))
    const shown = JSON.stringify(value)
    expect(placeholders.texts.size).toBeGreaterThan(10)
    for (const text of placeholders.texts.values()) expect(shown).not.toContain(JSON.stringify(text))
    for (const part of ['@example.org', 'of domains', 'works of', 'Renamed the', 'new of'])
      expect(shown).not.toContain(part)
  })

  it('has a bound, and counts what is cut up to a thousand', async () => {
    const row = (n: number) => ({
      workspaceId: world.id('neighbor'),
      domainId: null,
      name: '203.0.113.5',
      type: 'blacklist_detection' as const,
      state: 'raised' as const,
      severity: 'warning' as const,
      description: 'listed',
      at: new Date(world.now.getTime() - n * 1000),
      cause: `bulk ${n}`,
    })
    await world.db.insert(alert).values(Array.from({ length: 1_001 }, (_, n) => row(n)))
    const { recent } = valueOf(await read(actorOf('neighbor'), {}, ['alerts']), 'alerts')
    expect(recent).toMatchObject({ total: 1_000, isMore: true })
    expect(recent.items).toHaveLength(accountBounds.alerts)
  })
})
