import { scanReply } from '@waxseal/contract'
import type { Feature, Plan, Tier } from '@waxseal/core/plan'
import { dnsChange, usageCounter } from '../db/schema/index.ts'
import { forgetOldChanges } from '../features/monitoring/jobs.ts'
import { keepFindings } from '../features/scans/keep-findings.ts'
import type { countUp } from '../features/usage/store.ts'
import type { TestApp, TestUser } from './app.ts'
import { aDomain, aScan } from './factories.ts'

/** What a plan may limit: its numbers, the features it may lack, and what answers leave out. */
export type Cell =
  | Exclude<keyof Plan, 'label' | 'price' | 'threatLookupsShown' | 'features'>
  | Feature
  | 'smart_interpretation'
  | 'advanced_ai'

/** One cell of the plan table. */
export interface CellTest {
  /** What the plans have, as the specification's table says, or the decision that completes it. */
  is: { readonly [T in Tier]: unknown }
  /** What the API shows to a user on the plan. */
  ask: (world: PlanWorld, user: TestUser, tier: Tier) => Promise<unknown>
}

export interface PlanWorld extends TestApp {
  /** For each scan since the test began: whether it might ask the sources of threats. */
  askedThreats: boolean[]
}

type Kind = Parameters<typeof countUp>[1]['kind']

/** As if so much had been used in this period. */
async function use({ deps }: PlanWorld, { actor }: TestUser, kind: Kind, period: string, n: number): Promise<void> {
  await deps.store.db.insert(usageCounter).values({ workspaceId: actor.workspace.id, kind, period, n })
}

/** `has` where the calls are allowed, `locked` where the refusal names the feature. Anything else is shown as it is. */
function lockOf(feature: Feature, { status, body }: Awaited<ReturnType<TestUser['get']>>): unknown {
  if (status < 300) return 'has'
  const { code, feature: missing } = body as { code?: string; feature?: string }
  return status === 403 && code === 'feature_locked' && missing === feature ? 'locked' : [status, body]
}

const aScanned = async ({ deps }: PlanWorld, user: TestUser): Promise<string> => {
  const row = await aDomain(deps.store, user.actor)
  await aScan(deps.store, row)
  await keepFindings(deps, row.id)
  return row.id
}

const fromPro = { free: 'locked', pro: 'has', business: 'has' }
const onBusiness = { free: 'locked', pro: 'locked', business: 'has' }
const unlimited = 'unlimited'
const aYear = ['29 days', '31 days', '364 days']

/** Counts calls that succeed, up to `most`, which stands for no limit. */
async function countUntilRefused(most: number, call: () => Promise<{ status: number }>): Promise<number | string> {
  for (let n = 0; n < most; n++) if ((await call()).status >= 300) return n
  return unlimited
}

/** A row for each cell: one that is missing does not compile. */
export const planCells: { readonly [C in Cell]: CellTest } = {
  domains: {
    is: { free: 1, pro: 10, business: unlimited },
    async ask(_, user) {
      let n = 0
      return countUntilRefused(12, () => user.post('/domains', { domain_name: `client-${n++}.example` }))
    },
  },
  members: {
    is: { free: 1, pro: 5, business: unlimited },
    async ask(_, user) {
      const invited = await countUntilRefused(8, () => user.post('/workspace/invitations', { role: 'viewer' }))
      return typeof invited === 'number' ? invited + 1 : invited
    },
  },
  scansPerMonth: {
    is: { free: 10, pro: unlimited, business: unlimited },
    async ask(world, user) {
      await use(world, user, 'scan', '2026-11', 8)
      const id = await aScanned(world, user)
      const more = await countUntilRefused(4, () => user.post(`/diagnostics/scan/${id}`))
      return typeof more === 'number' ? more + 8 : more
    },
  },
  threatLookupsPerDay: {
    is: { free: [10, true, false], pro: [250, true, false], business: [1000, true, false] },
    async ask(world, user) {
      const { daily_limit: limit } = (await user.get('/vt/usage')).body as { daily_limit: number }
      await use(world, user, 'threat', '2026-11-20', limit - 1)
      const id = await aScanned(world, user)
      for (let n = 0; n < 2; n++) await user.post(`/diagnostics/scan/${id}`)
      return [limit, ...world.askedThreats]
    },
  },
  blocklists: {
    // Which of them a scan asks: scanner/src/checks/blacklist.test.ts.
    is: { free: 10, pro: 34, business: 34 },
    async ask(world, user) {
      const { body } = await user.post(`/diagnostics/scan/${await aScanned(world, user)}`)
      return scanReply.parse(body).results.blacklist.total_checked
    },
  },
  flattening: {
    is: { free: 0, pro: 3, business: unlimited },
    ask: ({ deps }, user) =>
      countUntilRefused(5, async () => {
        const { name } = await aDomain(deps.store, user.actor)
        return user.post('/spf-flattening/flatten', {
          original_domain: name,
          original_spf_record: 'v=spf1 ip4:192.0.2.7 -all',
        })
      }),
  },
  chatMessagesPerDay: {
    is: { free: 10, pro: unlimited, business: unlimited },
    ask: (_, user) => countUntilRefused(12, () => user.post('/chat/query', { message: 'What is DMARC?' })),
  },
  alertsPerMonth: {
    // What happens when they are used up: features/alerts/full-month.test.ts.
    is: { free: 0, pro: 1000, business: null },
    ask: async (_, user) => ((await user.get('/alerts/settings')).body as { alerts_limit: number }).alerts_limit,
  },
  watchedAddresses: {
    is: { free: 0, pro: 0, business: 256 },
    async ask(_, user) {
      const { limit } = (await user.get('/watched-addresses')).body as { limit: number }
      const all = await user.post('/watched-addresses', { range: '8.26.56.0/24' })
      const more = await user.post('/watched-addresses', { range: '8.26.57.1' })
      return all.status === (limit === 0 ? 403 : 201) && more.status >= 400 ? limit : [all.body, more.body]
    },
  },
  historyDays: {
    is: { free: ['29 days'], pro: aYear, business: aYear },
    async ask({ deps }, user) {
      const { actor } = user
      const { id: domainId } = await aDomain(deps.store, actor)
      const at = (days: number) => new Date(deps.now().getTime() - days * 86_400_000)
      const row = { workspaceId: actor.workspace.id, domainId, changeType: 'mx_modified', severity: 'info' } as const
      await deps.store.db.insert(dnsChange).values(
        [29, 31, 364, 366].map(days => ({
          ...row,
          description: `${days} days`,
          oldValue: null,
          newValue: null,
          part: 'mx' as const,
          fingerprint: `${days}`,
          foundAt: at(days),
        })),
      )
      await forgetOldChanges(deps, deps.now())
      const kept = (await user.get('/dns/changes')).body as { change_description: string }[]
      return kept.map(({ change_description: words }) => words).sort()
    },
  },
  exports: {
    is: fromPro,
    async ask(world, user) {
      const { body } = await user.post('/headers/analyze', { raw_headers: 'Subject: Report' })
      const domainId = await aScanned(world, user)
      const csv = lockOf('exports', await user.get(`/diagnostics/export/csv/${domainId}`))
      const domain = lockOf('exports', await user.get(`/diagnostics/export/pdf/${domainId}`))
      const message = lockOf('exports', await user.get(`/headers/export/pdf/${(body as { id: string }).id}`))
      return csv === domain && csv === message ? csv : { csv, domain, message }
    },
  },
  ai_interactive: {
    is: fromPro,
    ask: async (world, user) =>
      lockOf(
        'ai_interactive',
        await user.post(`/diagnostics/ai-chat/${await aScanned(world, user)}`, { message: 'Why?' }),
      ),
  },
  adhoc_domains: {
    is: fromPro,
    ask: async (_, user) =>
      lockOf('adhoc_domains', await user.post('/spf/generate', { domain_name: 'other.example', use_mx: true })),
  },
  alerts: {
    is: fromPro,
    async ask(_, user) {
      const { body } = await user.get('/alerts/settings')
      return lockOf('alerts', await user.put('/alerts/settings', body as object))
    },
  },
  scheduled_scans: {
    is: fromPro,
    async ask({ deps }, user) {
      const { id } = await aDomain(deps.store, user.actor)
      const answers = []
      for (const frequency of ['daily', 'weekly', 'monthly']) {
        answers.push(lockOf('scheduled_scans', await user.put(`/domains/${id}/schedule`, { frequency })))
      }
      return new Set(answers).size === 1 ? answers[0] : answers
    },
  },
  spf_flattening: {
    is: fromPro,
    async ask({ deps }, user) {
      const { name } = await aDomain(deps.store, user.actor)
      const body = { original_domain: name, original_spf_record: 'v=spf1 ip4:192.0.2.7 -all' }
      return lockOf('spf_flattening', await user.post('/spf-flattening/flatten', body))
    },
  },
  watched_addresses: {
    is: onBusiness,
    ask: async (_, user) => lockOf('watched_addresses', await user.post('/watched-addresses', { range: '8.26.56.1' })),
  },
  api_access: {
    is: onBusiness,
    ask: async (_, user) => lockOf('api_access', await user.post('/api-keys', { name: 'Nightly', scopes: ['read'] })),
  },
  custom_blocklists: {
    is: onBusiness,
    async ask(_, user) {
      const own = { name: 'Ours', zone: 'bl.example.org', kind: 'ip' }
      const answers = [
        lockOf('custom_blocklists', await user.post('/blocklists', own)),
        lockOf('custom_blocklists', await user.put('/blocklists/off', { off: ['swinog'] })),
      ]
      return new Set(answers).size === 1 ? answers[0] : answers
    },
  },
  analytics: {
    is: onBusiness,
    ask: async (world, user) =>
      lockOf('analytics', await user.get(`/domains/${await aScanned(world, user)}/analytics`)),
  },
  report_branding: {
    is: onBusiness,
    ask: async (_, user) => lockOf('report_branding', await user.put('/workspace/report-identity', { name: 'Kite' })),
  },
  smart_interpretation: {
    is: { free: false, pro: true, business: true },
    async ask(world, user) {
      const { text } = await user.post(`/diagnostics/scan/${await aScanned(world, user)}`)
      if (!text.includes('"vendor_results"')) return text
      return text.includes('"smart_verdict"') && text.includes('"vendor_interpretation"')
    },
  },
  advanced_ai: {
    is: { free: 'one domain', pro: 'all domains', business: 'a plan across domains' },
    async ask(world, user) {
      for (let n = 0; n < 2; n++) await aScanned(world, user)
      const { body } = await user.post('/chat/query', { message: 'Which of my domains need attention?' })
      const { response } = body as { response: string }
      if (response.includes('answers are about one domain at a time')) return 'one domain'
      return response.includes('A plan across your domains') ? 'a plan across domains' : 'all domains'
    },
  },
}
