import { paths } from '../../lib/paths.ts'
import type { Domain } from '../../lib/queries.ts'
import { screens } from '../screens.ts'

/** What choosing an entry of the palette does. */
export type Act =
  | { kind: 'go'; to: string }
  | { kind: 'scan'; domainId: string }
  /** Types the beginning of a command; a name follows. */
  | { kind: 'type'; text: string }
  | { kind: 'theme' | 'keys' | 'sign-out' }

export interface Entry {
  id: string
  label: string
  /** What else is known about it, beside the label. */
  note?: string
  /** Other words that find it. */
  words?: string
  /** The keys that do the same. */
  keys?: readonly string[]
  act: Act
}

export interface EntryGroup {
  title: 'Domains' | 'Screens and tools' | 'Actions'
  entries: readonly Entry[]
}

/** Domains that the palette shows at a time. */
export const domainsShown = 6

/** What can be done with a domain, as the words before its name. */
const verbs = [
  {
    word: 'scan',
    start: 'Scan a domain',
    label: (name: string) => `Scan ${name}`,
    act: ({ id }: Domain): Act => ({ kind: 'scan', domainId: id }),
  },
  {
    word: 'spf',
    start: 'New SPF record for a domain',
    label: (name: string) => `New SPF record for ${name}`,
    act: ({ id }: Domain): Act => ({ kind: 'go', to: paths.spfWizard(id) }),
  },
  {
    word: 'dmarc',
    start: 'New DMARC record for a domain',
    label: (name: string) => `New DMARC record for ${name}`,
    act: ({ id }: Domain): Act => ({ kind: 'go', to: paths.dmarcWizard(id) }),
  },
  {
    word: 'dns',
    start: 'DNS changes of a domain',
    label: (name: string) => `DNS changes of ${name}`,
    act: ({ id }: Domain): Act => ({ kind: 'go', to: paths.dnsHistoryOf(id) }),
  },
] as const

type Verb = (typeof verbs)[number]

const tools = [
  { label: 'Analytics', to: paths.analytics },
  { label: 'SPF Record Builder', to: paths.spfBuilder },
  { label: 'DMARC Record Builder', to: paths.dmarcBuilder },
  { label: 'Subdomain SPF', to: paths.subdomainSpf },
  { label: 'SPF Flattening', to: paths.spfFlattening },
  { label: 'SPF Comparison', to: paths.spfComparison },
  { label: 'Audit log', to: `${paths.account}#audit-log` },
]

/** All entries that need no domain. */
const fixed: readonly EntryGroup[] = [
  {
    title: 'Screens and tools',
    entries: [
      ...screens.map(({ label, to, key }) => ({ id: to, label, keys: ['g', key], act: { kind: 'go' as const, to } })),
      ...tools.map(({ label, to }) => ({ id: to, label, act: { kind: 'go' as const, to } })),
    ],
  },
  {
    title: 'Actions',
    entries: [
      ...verbs.map(({ word, start }) => ({ id: word, label: start, act: { kind: 'type' as const, text: `${word} ` } })),
      { id: 'add-domain', label: 'Add a domain', act: { kind: 'go', to: paths.domains } },
      { id: 'theme', label: 'Change theme', words: 'dark light', act: { kind: 'theme' } },
      { id: 'keys', label: 'Keyboard shortcuts', keys: ['?'], act: { kind: 'keys' } },
      { id: 'sign-out', label: 'Sign out', act: { kind: 'sign-out' } },
    ],
  },
]

interface Typed {
  /** What is done with the domain; null: it is opened. */
  verb: Verb | null
  /** A part of the name of a domain. */
  name: string
}

/** Reads "scan exam" as the verb and a part of a name. Any other text is a part of a name. */
export function readTyped(text: string): Typed {
  const [first = '', ...rest] = text.trimStart().split(/\s+/)
  const verb = rest.length === 0 ? undefined : verbs.find(({ word }) => word === first.toLowerCase())
  return { verb: verb ?? null, name: (verb === undefined ? text : rest.join(' ')).trim().toLowerCase() }
}

/** The groups of entries for a text and the domains that the server found for its name. Empty groups are left out. */
export function entriesFor(text: string, found: readonly Domain[]): readonly EntryGroup[] {
  const { verb, name } = readTyped(text)
  const domains =
    name === '' && verb === null
      ? []
      : domainEntries(
          verb,
          found.filter(domain => hasName(domain, name)),
        )
  const others = verb === null ? fixed.map(group => ({ ...group, entries: matching(group.entries, text) })) : []
  return [{ title: 'Domains' as const, entries: domains }, ...others].filter(({ entries }) => entries.length > 0)
}

/** The reply may be that of an earlier text. */
function hasName({ domain_name: name, domain_unicode: unicode }: Domain, part: string): boolean {
  return name.includes(part) || (unicode?.includes(part.normalize('NFC')) ?? false)
}

function domainEntries(verb: Verb | null, domains: readonly Domain[]): Entry[] {
  if (verb !== null) return domains.map(domain => entryOf(verb, domain))
  const reports = domains.map(domain => ({
    id: domain.id,
    label: nameOf(domain),
    note: domain.health_score === null ? 'Not scanned' : `Score ${domain.health_score}`,
    act: { kind: 'go' as const, to: paths.diagnostics(domain.id) },
  }))
  const [only] = domains
  return only === undefined || domains.length > 1 ? reports : [...reports, ...verbs.map(one => entryOf(one, only))]
}

function entryOf(verb: Verb, domain: Domain): Entry {
  return { id: `${verb.word} ${domain.id}`, label: verb.label(nameOf(domain)), act: verb.act(domain) }
}

function nameOf({ domain_name: name, domain_unicode: unicode }: Domain): string {
  return unicode ?? name
}

/** The entries that have every word of the text. */
function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, words: more = '' }) => {
    const searched = `${label} ${more}`.toLowerCase()
    return words.every(word => searched.includes(word))
  })
}
