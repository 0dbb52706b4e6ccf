import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dnsChange } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScan, type Owner } from '../../testing/factories.ts'
import { pieces, scriptedModel } from '../../testing/scripted-model.ts'
import { theStore } from '../../testing/store.ts'
import { decide } from '../scans/decisions.ts'
import { keepFindings } from '../scans/keep-findings.ts'
import type { ReadAccount } from './account-facts.ts'
import { loadFacts } from './facts.ts'
import type { Turn } from './task.ts'

/** These questions are not about the account. */
const noAccount: ReadAccount = () => Promise.reject(new Error('the account was read'))

let deps: TestDeps
let owner: Owner
beforeAll(async () => {
  deps = await openTestDeps(theStore())
})
afterAll(() => deps.close())
// Each test has a workspace of its own.
beforeEach(async () => {
  deps.assistant = null
  owner = await anOwner(deps.store, { tier: 'pro' })
})

async function scanned(name: string, of: Owner = owner) {
  const domain = await aDomain(deps.store, of, { name })
  await aScan(deps.store, domain)
  await keepFindings(deps, domain.id)
  return domain
}

const chat = (message: string, history: readonly Turn[] = []) =>
  loadFacts(deps, owner, { kind: 'chat', message, history }, noAccount)

const scansOf = async (...asked: Parameters<typeof chat>) =>
  (await chat(...asked)).facts.scans.map(({ domain }) => domain)

describe('the facts of a question', () => {
  it('have all domains of the workspace with their issues, and none of another one', async () => {
    await scanned('one.example')
    await aDomain(deps.store, owner, { name: 'two.example' })
    await scanned('neighbor.example', await anOwner(deps.store, { tier: 'pro' }))
    const { facts, domains } = await chat('What domains need attention?')
    expect(domains.map(({ name }) => name)).toEqual(['one.example', 'two.example'])
    expect(facts.domains.map(({ name, score, issues }) => [name, score, issues.map(({ id }) => id)])).toEqual([
      ['one.example', 60, ['dmarc_missing', 'spf_missing']],
      ['two.example', null, []],
    ])
    expect(facts.scan).toBeNull()
    expect(JSON.stringify(facts)).not.toContain('neighbor.example')
  })

  it('have the scan of the domain that the question names, or that the question before named', async () => {
    await scanned('one.example')
    await scanned('two.example')
    expect(await scansOf('Is two.example secure?')).toEqual(['two.example'])
    const before = { role: 'user', content: 'Is two.example secure?' } as const
    expect(await scansOf('How do I fix it?', [before, { role: 'ai', content: 'No.' }])).toEqual(['two.example'])
    expect(await scansOf('How do I fix one.example?', [before])).toEqual(['one.example'])
    expect(await scansOf('How do I fix it?')).toEqual([])
  })

  it('have the scan of the only domain, whatever is asked', async () => {
    await scanned('one.example')
    expect(await scansOf('Is my domain secure?')).toEqual(['one.example'])
  })

  it('have no scan of a domain that another workspace has', async () => {
    await scanned('one.example')
    await scanned('two.example')
    await scanned('neighbor.example', await anOwner(deps.store, { tier: 'pro' }))
    expect((await chat('Is neighbor.example secure?')).facts.scan).toBeNull()
  })

  it('for a language model have what changed with the newest scan of each domain', async () => {
    deps.assistant = scriptedModel(() => pieces([]))
    const domain = await aDomain(deps.store, owner, { name: 'one.example' })
    const missing = { id: 'dmarc_missing', check: 'dmarc', subject: null } as const
    await aScan(deps.store, domain, {
      scoreBefore: 80,
      changes: {
        since: '2026-11-19T09:00:00.000Z',
        compared: 'all',
        scoreBefore: 80,
        fixed: [],
        added: [missing],
        changed: [],
        unchanged: 1,
        unknown: 0,
        notCompared: [],
      },
    } as object)
    await aDomain(deps.store, owner, { name: 'two.example' })
    const [one, two] = (await chat('What domains need attention?')).facts.domains
    expect(one?.changes).toMatchObject({
      score_before: 80,
      score_after: 60,
      added: [{ title: 'DMARC record missing' }],
    })
    expect(two?.changes).toBeNull()
  })
})

describe('the facts of a scan', () => {
  it('have the findings and the DNS changes of the domain', async () => {
    const domain = await scanned('one.example')
    const other = await scanned('two.example')
    const change = (domainId: string, description: string) => ({
      id: randomUUID(),
      workspaceId: owner.workspace.id,
      domainId,
      foundAt: deps.now(),
      changeType: 'spf_modified',
      severity: 'warning' as const,
      description,
      oldValue: null,
      newValue: null,
      part: '',
      fingerprint: description,
    })
    await deps.store.db.insert(dnsChange).values([change(domain.id, 'of one'), change(other.id, 'of two')])
    const { facts } = await loadFacts(deps, owner, { kind: 'scan', domainId: domain.id }, noAccount)
    expect(facts.scan?.findings.map(({ id }) => id)).toEqual(['spf_missing', 'dmarc_missing'])
    expect(facts.dnsChanges).toEqual([
      { at: '2026-11-20T09:00:00.000Z', type: 'spf_modified', severity: 'warning', description: 'of one' },
    ])
    const starter = { ...owner, workspace: { ...owner.workspace, tier: 'free' as const } }
    expect((await loadFacts(deps, starter, { kind: 'scan', domainId: domain.id }, noAccount)).facts.dnsChanges).toEqual(
      [],
    )
  })

  it('know what the owner decided, as long as it holds', async () => {
    const domain = await scanned('one.example')
    const about = { finding: 'dmarc_missing', subject: null, kind: 'accepted', note: '' } as const
    await decide(deps, owner, domain.id, { ...about, expires_at: '2026-11-21T09:00:00Z' })
    const decisions = async () => {
      const { facts } = await loadFacts(deps, owner, { kind: 'scan', domainId: domain.id }, noAccount)
      return facts.scan?.findings.map(({ decision }) => decision)
    }
    expect(await decisions()).toEqual([undefined, 'accepted'])
    deps.clock.now = new Date('2026-11-21T09:00:00Z')
    expect(await decisions()).toEqual([undefined, undefined])
  })

  it('are refused for another workspace, an unknown id and a domain without a scan', async () => {
    const theirs = await scanned('neighbor.example', await anOwner(deps.store, { tier: 'pro' }))
    const unscanned = await aDomain(deps.store, owner)
    const codes = [theirs.id, randomUUID(), 'no id', unscanned.id].map(async domainId =>
      loadFacts(deps, owner, { kind: 'scan', domainId }, noAccount).catch(({ code }: { code: string }) => code),
    )
    expect(await Promise.all(codes)).toEqual(['not_found', 'not_found', 'not_found', 'no_scan'])
  })
})
