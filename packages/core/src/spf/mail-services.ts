import {
  deadSpfNames,
  namedIncludes,
  type Provider,
  type ProviderCategory,
  providers,
  readIncludes,
} from '../providers/index.ts'

/** A mail service that a domain may include in its SPF record, under a name that is the same for every customer. */
export interface SpfService {
  id: string
  name: string
  category: ProviderCategory
  /** The names to include, from the service's documentation; at least one. */
  includes: readonly string[]
  /** True: somebody read the records of its includes. False: only its page or a customer's record names them. */
  verified: boolean
  /**
   * The DNS lookups of the includes and everything below them when last counted; null: never counted. Count live before
   * judging.
   */
  lookups: number | null
  /** 1 to 6: its position among the services that the specification names; null: not named. */
  rank: number | null
  /** False: the service sends with a return-path domain of its own, so an include wastes lookups. */
  needed: boolean
  docsUrl: string
}

/** A service of the subdomain tool, with its suggested label. */
export interface SubdomainService {
  id: string
  name: string
  label: string
  includes: readonly string[]
  /** As in `SpfService`. */
  lookups: number | null
}

/** The services that the specification names for the builder, in its order and words. */
const named: readonly (readonly [id: string, name: string])[] = [
  ['google-workspace', 'Google Workspace/Gmail'],
  ['microsoft-365', 'Microsoft 365/Outlook'],
  ['mailchimp', 'Mailchimp'],
  ['sendgrid', 'SendGrid'],
  ['amazon-ses', 'Amazon SES'],
  ['mailgun', 'Mailgun'],
]

/** The same for the subdomain tool. */
const namedForSubdomains: typeof named = [
  ['google-workspace', 'Google Workspace'],
  ['microsoft-365', 'Microsoft 365'],
  ['mailchimp', 'Mailchimp'],
  ['sendgrid', 'SendGrid'],
  ['mailgun', 'Mailgun'],
  ['amazon-ses', 'AWS SES'],
  ['postmark', 'Postmark'],
  ['sparkpost', 'SparkPost'],
]

/**
 * All services with a fixed name: the specification's six first, then the others by name, those of another data center
 * with its name in brackets. Dead names and those without a witness are excluded.
 */
export const spfServices: readonly SpfService[] = servicesOf(providers)

/** The eight services of the subdomain tool, in the specification's order. */
export const subdomainServices: readonly SubdomainService[] = namedForSubdomains.flatMap(([id, name]) => {
  const provider = providers.find(each => each.id === id)
  if (provider === undefined || provider.suggestedSubdomain === null) return []
  const { spf, suggestedSubdomain } = provider
  return [{ id, name, label: suggestedSubdomain, includes: spf.includes, lookups: spf.lookups?.count ?? null }]
})

function servicesOf(all: readonly Provider[]): SpfService[] {
  const dead = new Set<string>(deadSpfNames.map(({ name }) => name))
  const services = all.flatMap(({ id, name, category, spf, docsUrl }): SpfService[] => {
    const place = named.findIndex(([each]) => each === id)
    const service = (of: Pick<SpfService, 'id' | 'name' | 'includes' | 'lookups' | 'rank'>): SpfService[] => {
      const verified = of.includes.every(include => readIncludes.includes(include))
      const isOffered = of.includes.every(include => readIncludes.includes(include) || namedIncludes.includes(include))
      if (of.includes.length === 0 || !isOffered || of.includes.some(include => dead.has(include))) return []
      return [{ ...of, category, verified, needed: spf.apexIncludeNeeded, docsUrl }]
    }
    return [
      ...service({
        id,
        name: named[place]?.[1] ?? name,
        includes: spf.includes,
        lookups: spf.lookups?.count ?? null,
        rank: place === -1 ? null : place + 1,
      }),
      ...(spf.regions ?? []).flatMap(({ name: region, include }) =>
        include === null
          ? []
          : service({
              id: `${id} ${region}`,
              name: `${name} (${region})`,
              includes: [include],
              lookups: null,
              rank: null,
            }),
      ),
    ]
  })
  const last = named.length + 1
  return services.sort(
    (one, other) =>
      (one.rank ?? last) - (other.rank ?? last) || (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1),
  )
}
