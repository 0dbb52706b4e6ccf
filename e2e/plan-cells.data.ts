/**
 * What the screens show of each row of the plan table, by plan. A row that is missing does not compile. The texts are the
 * specification's word for word, or those of the decision that completes it; `plan-cells.spec.ts` looks for them.
 */
import type { Feature, Plan, Tier } from '@waxseal/core/plan'
import type { Cell } from '../packages/server/src/testing/plan-cells.ts'
import type { Subscriber } from './plan-account.ts'
import {
  addOneMoreDomain,
  alertSettings,
  allowanceOf,
  analyticsOrLock,
  answerAboutAll,
  asideOf,
  askAi,
  badge,
  comparisonCell,
  eleventhMessage,
  exportFile,
  flattenOnceMore,
  inviteOnceMore,
  isOnDashboard,
  listsOn,
  lockNote,
  planBadge,
  scanOnceMore,
  schedules,
  sectionOffers,
  smartInterpretation,
  takeAnyDomain,
  threatLimitOfHeaders,
  threatLimitOfReport,
  titleOnAccount,
  turnListOff,
  watchAnAddress,
} from './plan-gates.ts'
import type { Screen } from './plan-screens.ts'

type ByTier<T> = Readonly<Record<Tier, T>>

/** The plan table, and what the specification hides from or offers to some plans. */
export type Row = Cell | Feature | keyof Plan | 'health_overview' | 'upgrade_banner' | 'subscription_management'

/** One screen that shows the row. */
export interface Gate {
  on: Screen
  is: ByTier<unknown>
  see: (subscriber: Subscriber) => Promise<unknown>
}

/** The row on the cards of the plans and in the legal pages. */
interface Printed {
  /** Lines of each plan's card, on the landing page and on /account. */
  card?: Partial<ByTier<readonly string[]>>
  /** The words in the list of limits in the terms, by plan. */
  terms?: ByTier<string>
}

/** Why no screen shows the row to a signed-in person. */
interface Unseen {
  gates: readonly []
  because: string
}

export type BrowserRow = Printed & ({ gates: readonly [Gate, ...Gate[]] } | Unseen)

const same = <T>(value: T): ByTier<T> => ({ free: value, pro: value, business: value })
const fromPro = (locked: unknown, has: unknown = 'has'): ByTier<unknown> => ({ free: locked, pro: has, business: has })

const exportsLocked =
  'Export reports: Exports and share links are not part of your Starter plan. Upgrade to Pro to use them.'
const aiLocked = {
  lock: true,
  press: 'Ask the AI assistant: Interactive AI is not part of your Starter plan. Upgrade to Pro to use it.',
}
const aiOpen = { lock: false, press: 'has' }
const anyLocked =
  'Use any domain: Records for domains you have not added are not part of your Starter plan. Upgrade to Pro to use them.'
const alertsLocked = 'Alerts by email, Slack and Teams are not part of your Starter plan. Upgrade to Pro to use them.'
const flatteningLocked = 'Hosted SPF flattening is not part of your Starter plan. Upgrade to Pro to use it.'
const watchedLocked = (plan: string) =>
  `Watched addresses are not part of your ${plan} plan. Upgrade to Business to use them.`
const keysLocked = (plan: string) => `API keys are not part of your ${plan} plan. Upgrade to Business to use them.`
const analyticsLocked = (plan: string) =>
  `Enhanced analytics is not part of your ${plan} plan. Upgrade to Business to use it.`
const brandingLocked = (plan: string) =>
  `Your own name and logo on reports are not part of your ${plan} plan. Upgrade to Business to use them.`
const listsLocked = (plan: string) =>
  `Custom blocklists are not part of your ${plan} plan. Upgrade to Business to use them.`

export const planRows: { readonly [R in Row]: BrowserRow } = {
  label: {
    gates: [
      { on: 'account', is: { free: 'Starter plan', pro: 'Pro plan', business: 'Business plan' }, see: planBadge },
    ],
  },
  price: {
    gates: [
      {
        on: 'comparison',
        is: same('Included in the Pro plan ($49 a month) and above.'),
        see: comparisonCell('Cost'),
      },
    ],
  },
  features: {
    card: { business: ['Everything in Pro'] },
    gates: [],
    because: 'Each line is in the row of what it gives. This one sums up.',
  },
  domains: {
    card: { free: ['1 domain'], pro: ['10 domains'], business: ['Unlimited domains'] },
    terms: { free: '1 domain', pro: '10 domains', business: 'unlimited domains' },
    gates: [
      {
        on: 'domains',
        is: {
          free: 'Domain limit reached: Your Starter plan allows 1 domain. Upgrade to Pro for 10 domains.',
          pro: 'Domain limit reached: Your Pro plan allows 10 domains. Upgrade to Business for unlimited domains.',
          business: 'has',
        },
        see: addOneMoreDomain,
      },
    ],
  },
  members: {
    card: { pro: ['5 members'], business: ['Unlimited members'] },
    gates: [
      {
        on: 'account',
        is: {
          free: [
            '1 of 1 member used. Open invitations count as members.',
            'Member limit reached: Your Starter plan allows 1 member. Upgrade to Pro for 5 members.',
          ],
          pro: [
            '5 of 5 members used. Open invitations count as members.',
            'Member limit reached: Your Pro plan allows 5 members. Upgrade to Business for unlimited members.',
          ],
          business: ['Your plan allows unlimited members.', 'has'],
        },
        see: inviteOnceMore,
      },
    ],
  },
  scansPerMonth: {
    card: { free: ['10 scans per month'], pro: ['Unlimited scans'], business: ['Unlimited scans'] },
    terms: { free: '10 scans a month', pro: 'unlimited scans a month', business: 'unlimited scans a month' },
    gates: [
      {
        on: 'domains',
        is: fromPro('Monthly scan limit reached: Upgrade to Pro for unlimited scans.'),
        see: scanOnceMore,
      },
      {
        on: 'account',
        is: { free: '10 of 10', pro: '3, no limit', business: '3, no limit' },
        see: allowanceOf('Scans this month'),
      },
    ],
  },
  threatLookupsPerDay: {
    gates: [
      {
        on: 'report',
        is: fromPro(
          [
            'Daily threat-intelligence query limit reached. Upgrade for more queries.',
            'Upgrade to access threat intelligence',
            'Upgrade to Pro ($49/mo) for 250 VT queries/day',
          ],
          [],
        ),
        see: threatLimitOfReport,
      },
      { on: 'report', is: fromPro('Not in your plan', 'Clean'), see: badge('Threat intelligence') },
      {
        on: 'headers',
        is: fromPro(
          [
            'Daily VirusTotal query limit reached. Upgrade for more queries.',
            'Upgrade to Pro ($49/mo) for 250 VT queries/day',
          ],
          [],
        ),
        see: threatLimitOfHeaders,
      },
    ],
  },
  threatLookupsShown: {
    card: {
      free: ['10 threat lookups per day'],
      pro: ['250 threat lookups per day'],
      business: ['1000+ threat lookups per day'],
    },
    terms: { free: '10 threat lookups a day', pro: '250 threat lookups a day', business: '1000+ threat lookups a day' },
    gates: [
      {
        on: 'account',
        is: { free: '10 of 10', pro: '4 of 250', business: '4 of 1000+' },
        see: allowanceOf('Threat lookups today'),
      },
    ],
  },
  blocklists: {
    card: { free: ['Top 10 blacklists'], pro: ['All 34 blacklists'], business: ['All 34 blacklists'] },
    gates: [
      { on: 'report', is: fromPro('0 of 10', '0 of 34'), see: badge('Blacklists') },
      { on: 'account', is: fromPro('10 of 34 on', '34 of 34 on'), see: listsOn },
    ],
  },
  flattening: {
    card: { business: ['Unlimited SPF flattening'] },
    gates: [
      {
        on: 'comparison',
        is: same('Configurations by plan: 3 on Pro, unlimited on Business.'),
        see: comparisonCell('Scalability'),
      },
      {
        on: 'flattening',
        is: {
          free: [null, `Flatten SPF: ${flatteningLocked}`],
          pro: [
            '3 of 3 configurations used',
            'Flatten SPF: Your Pro plan allows 3 flattening configurations. Upgrade to Business for unlimited flattening configurations.',
          ],
          business: ['3 configurations', 'has'],
        },
        see: flattenOnceMore,
      },
    ],
  },
  alertsPerMonth: {
    terms: { free: 'no alerts', pro: '1,000 alerts a month', business: 'unlimited alerts a month' },
    gates: [
      {
        on: 'alerts',
        is: { free: null, pro: '0 of 1,000 alerts this month', business: '0 alerts this month' },
        see: asideOf('Recent deliveries'),
      },
    ],
  },
  watchedAddresses: {
    card: { business: ['256 watched addresses'] },
    gates: [
      {
        on: 'alerts',
        is: { free: null, pro: null, business: '0 of 256 addresses' },
        see: asideOf('Watched addresses'),
      },
    ],
  },
  historyDays: {
    gates: [],
    because:
      'The history shows what it has, not what it forgot. The privacy policy, which has its own test, names the days.',
  },
  exports: {
    card: { pro: ['Exports'] },
    gates: [
      { on: 'report', is: fromPro(exportsLocked, 'monitoring.example_report.csv'), see: exportFile('Export CSV') },
      { on: 'report', is: fromPro(exportsLocked, 'monitoring.example_report.pdf'), see: exportFile('Export PDF') },
      { on: 'headers', is: fromPro(exportsLocked, 'Your_November_summary.pdf'), see: exportFile('Export PDF') },
    ],
  },
  ai_interactive: {
    card: { pro: ['Full AI and all tools'] },
    gates: [
      { on: 'report', is: fromPro(aiLocked, aiOpen), see: askAi('monitoring.example') },
      { on: 'headers', is: fromPro(aiLocked, aiOpen), see: askAi('AI Security Assistant') },
    ],
  },
  adhoc_domains: {
    card: { pro: ['Ad-hoc domains'] },
    gates: [
      { on: 'spf builder', is: fromPro(anyLocked), see: takeAnyDomain('Generate SPF Record') },
      { on: 'dmarc builder', is: fromPro(anyLocked), see: takeAnyDomain('Generate') },
    ],
  },
  alerts: {
    card: { pro: ['Alerts'] },
    gates: [
      { on: 'alerts', is: fromPro(alertsLocked, null), see: lockNote('Alerts by email, Slack and Teams are') },
      {
        on: 'alerts',
        is: fromPro(
          {
            locked: [
              'Send alerts by email',
              'DMARC failure',
              'Monitor DNS and MX records',
              'Notification email',
              'Slack webhook URL',
              'Microsoft Teams webhook URL',
              'Webhook URL',
            ],
            press: `Get alerts: ${alertsLocked}`,
          },
          { locked: [], press: 'has' },
        ),
        see: alertSettings,
      },
    ],
  },
  scheduled_scans: {
    card: { pro: ['Scheduled scans (daily, weekly, monthly)'] },
    gates: [
      {
        on: 'domains',
        is: fromPro('Schedule scans: Scheduled scans are not part of your Starter plan. Upgrade to Pro to use them.', [
          'No schedule',
          'Daily',
          'Weekly',
          'Monthly',
        ]),
        see: schedules,
      },
    ],
  },
  spf_flattening: {
    card: { pro: ['3 flattening configurations'] },
    gates: [{ on: 'flattening', is: fromPro(flatteningLocked, null), see: lockNote('Hosted SPF flattening is') }],
  },
  watched_addresses: {
    gates: [
      {
        on: 'alerts',
        is: { free: watchedLocked('Starter'), pro: watchedLocked('Pro'), business: null },
        see: lockNote('Watched addresses are'),
      },
      {
        on: 'alerts',
        is: {
          free: `Watch addresses: ${watchedLocked('Starter')}`,
          pro: `Watch addresses: ${watchedLocked('Pro')}`,
          business: 'has',
        },
        see: watchAnAddress,
      },
    ],
  },
  api_access: {
    card: { business: ['Full API access'] },
    gates: [
      {
        on: 'account',
        is: { free: keysLocked('Starter'), pro: keysLocked('Pro'), business: 'has' },
        see: sectionOffers('API access', 'Create API key'),
      },
    ],
  },
  custom_blocklists: {
    card: { business: ['Custom blacklist configuration'] },
    gates: [
      {
        on: 'account',
        is: { free: listsLocked('Starter'), pro: listsLocked('Pro'), business: 'has' },
        see: sectionOffers('Blocklists', 'Add blocklist'),
      },
      {
        on: 'account',
        is: {
          free: `Choose blocklists: ${listsLocked('Starter')}`,
          pro: `Choose blocklists: ${listsLocked('Pro')}`,
          business: 'has',
        },
        see: turnListOff,
      },
    ],
  },
  analytics: {
    card: { business: ['Enhanced analytics'] },
    gates: [
      {
        on: 'analytics',
        is: { free: analyticsLocked('Starter'), pro: analyticsLocked('Pro'), business: 'has' },
        see: analyticsOrLock,
      },
    ],
  },
  report_branding: {
    gates: [
      {
        on: 'account',
        is: { free: brandingLocked('Starter'), pro: brandingLocked('Pro'), business: 'has' },
        see: sectionOffers('Reports', 'Save name'),
      },
    ],
  },
  smart_interpretation: {
    card: { pro: ['Smart interpretation'] },
    gates: [
      {
        on: 'earlier report',
        is: fromPro(['Upgrade to Pro for smart interpretation'], ['Smart verdict', 'Vendor interpretation']),
        see: smartInterpretation,
      },
    ],
  },
  advanced_ai: {
    card: { business: ['Advanced AI analysis'] },
    gates: [
      {
        on: 'chat',
        is: {
          free: ['On Starter, answers are about one domain at a time.'],
          pro: ['scanned domains'],
          business: ['scanned domains', 'A plan across your domains'],
        },
        see: answerAboutAll,
      },
    ],
  },
  // After the row above: it uses up the messages of the day.
  chatMessagesPerDay: {
    card: { free: ['Basic AI chat', '10 chat messages per day'] },
    terms: {
      free: '10 chat messages a day',
      pro: 'unlimited chat messages a day',
      business: 'unlimited chat messages a day',
    },
    gates: [
      {
        on: 'chat',
        is: fromPro('Daily chat limit reached: Upgrade to Pro for unlimited messages.'),
        see: eleventhMessage,
      },
    ],
  },
  health_overview: {
    gates: [{ on: 'dashboard', is: fromPro(false, true), see: isOnDashboard('Email Health Overview') }],
  },
  upgrade_banner: {
    gates: [
      {
        on: 'account',
        is: { free: 'Upgrade to Pro', pro: 'Upgrade to Business', business: null },
        see: titleOnAccount(/^Upgrade to /),
      },
    ],
  },
  subscription_management: {
    gates: [
      {
        on: 'account',
        is: fromPro(null, 'Subscription Management'),
        see: titleOnAccount(/^Subscription Management$/),
      },
    ],
  },
}
