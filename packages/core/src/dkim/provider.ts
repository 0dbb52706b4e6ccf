import { providers as mailProviders, providerOfHost, providerOfSpfInclude } from '../providers/index.ts'
import { tenantSelectors } from './microsoft.ts'
import { type DkimProvider, dkimProviders, genericSelectors } from './selectors.data.ts'

/** The provider that signs with a key, as far as DNS shows. */
export interface DkimSigner {
  id: string
  name: string
}

const providers: readonly DkimProvider[] = dkimProviders
const generic: readonly string[] = genericSelectors

/**
 * The provider that signs with a selector. The targets of its CNAMEs decide: the first that belongs to a provider. A
 * key at the customer's own name is identified by its selector, if only one provider of the catalogue uses it and publishes
 * such keys. Generic names (`default`, `mail`) identify no one, nor does `k1`, which Mailgun, Mailchimp and AWeber use. Null:
 * unknown.
 */
export function signerOf(selector: string, cnames: readonly string[]): DkimSigner | null {
  const label = selector.toLowerCase()
  if (cnames.length > 0) return signer(cnames.map(providerOfTarget).find(found => found !== null) ?? null)
  if (generic.includes(label)) return null
  const named = providers.filter(({ selectors }) => selectors.includes(label))
  const [only, ...others] = named.length > 0 ? named : providers.filter(({ pattern }) => pattern?.test(label))
  return only?.txt && others.length === 0 ? signer(only) : null
}

/** The provider of the keys at this name: the longest matching suffix wins. */
function providerOfTarget(target: string): DkimProvider | null {
  const name = target.toLowerCase()
  let best: { provider: DkimProvider; length: number } | null = null
  for (const provider of providers) {
    for (const ending of provider.targets) {
      const fits = name === ending || name.endsWith(`.${ending}`)
      if (fits && ending.length > (best?.length ?? 0)) best = { provider, length: ending.length }
    }
  }
  return best?.provider ?? null
}

function signer(provider: DkimProvider | null): DkimSigner | null {
  return provider === null ? null : { id: provider.id, name: provider.name }
}

/** The parts of a domain's other records that show who sends for it. */
export interface SenderSigns {
  /** The domain itself, as A-labels; absent where only its records matter. */
  domain?: string
  /** The text of its SPF record; null without one. */
  spf: string | null
  /** Its mail servers. */
  mx: readonly string[]
  /** The CNAME targets of its selectors. */
  targets: readonly string[]
  /** The CNAME targets of its bounce names (`bounceLabels`). */
  bounces: readonly string[]
}

/** The active providers with unguessable selectors: their keys may exist even if none is found. */
export function unguessableSigners(signs: SenderSigns): readonly DkimSigner[] {
  const included = spfDomains(signs.spf)
  return providers.flatMap(({ id, name, signs: known }) =>
    known !== undefined &&
    (anyBelow(included, known.spf) ||
      anyBelow(signs.mx, known.mx) ||
      anyBelow(signs.bounces, known.bounce === undefined ? [] : [known.bounce]))
      ? [{ id, name }]
      : [],
  )
}

/** The ids of the providers that send for a domain, according to its SPF record and its mail servers. */
export function likelySigners(signs: SenderSigns): readonly string[] {
  const senders = [...spfDomains(signs.spf).map(providerOfSpfInclude), ...signs.mx.map(providerOfHost)]
  const sending = new Set(senders.map(sender => sender?.id))
  return [...new Set(mailProviders.flatMap(({ id, dkim }) => (sending.has(id) ? (dkim.providerId ?? []) : [])))]
}

/** The usual selectors of the providers that send for a domain. */
export function likelySelectors(signs: SenderSigns): readonly string[] {
  return usualSelectorsOf(likelySigners(signs))
}

/** Whether all selectors of a provider are known. */
export function isGuessable(id: string): boolean {
  return providers.some(each => each.id === id && each.guessable === 'yes')
}

/** The usual selectors of some providers, by their ids. */
export function usualSelectorsOf(ids: readonly string[]): readonly string[] {
  return providers.flatMap(({ id, selectors }) => (ids.includes(id) ? selectors : []))
}

/**
 * Selectors derived from other records of the domain: HubSpot's contain the account number of its SPF include,
 * Cloudflare's the year, SparkPost's month and year; those of a tenant's own name at Microsoft are made of the name.
 *
 * @param now milliseconds since 1970
 */
export function generatedSelectors(signs: SenderSigns, now: number): readonly string[] {
  const included = spfDomains(signs.spf)
  const time = new Date(now)
  const year = time.getUTCFullYear()
  const hubspot = included.flatMap(name => {
    const account = /^(\d{1,15})\.spf\w{0,10}\.hubspotemail\.net$/.exec(name)?.[1]
    return account === undefined ? [] : [`hs1-${account}`, `hs2-${account}`]
  })
  const isCloudflare = signs.mx.some(host => isBelow(host, 'mx.cloudflare.net'))
  const cloudflare = isCloudflare ? [year, year - 1, year - 2].map(each => `cf${each}-1`) : []
  const isSparkPost = [...included, ...signs.targets].some(name => isBelow(name, 'sparkpostmail.com'))
  const sparkPost = isSparkPost ? lastMonths(time).map(monthAndYear => `scph${monthAndYear}`) : []
  return [...new Set([...tenantSelectors(signs.domain ?? ''), ...hubspot, ...cloudflare, ...sparkPost])].slice(
    0,
    mostGenerated,
  )
}

/** A hostile SPF record may name any number of accounts. */
const mostGenerated = 40
const monthsBack = 24

/** `1126`, `1026` …: the months of the last two years, newest first. */
function lastMonths(time: Date): readonly string[] {
  return Array.from({ length: monthsBack }, (_, back) => {
    const month = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - back, 1))
    return `${twoDigits(month.getUTCMonth() + 1)}${twoDigits(month.getUTCFullYear())}`
  })
}

function twoDigits(number: number): string {
  return String(number % 100).padStart(2, '0')
}

/** The domains that an SPF record includes or redirects to, in lower case. */
function spfDomains(spf: string | null): readonly string[] {
  const terms = (spf ?? '').toLowerCase().slice(0, 4096).split(/[ \t]/)
  return terms.flatMap(term => /^[-+?~]?(?:include:|redirect=)(.+)$/.exec(term)?.[1] ?? [])
}

function anyBelow(names: readonly string[], endings: readonly string[]): boolean {
  return names.some(name => endings.some(ending => isBelow(name, ending)))
}

function isBelow(name: string, ending: string): boolean {
  const lower = name.toLowerCase()
  return lower === ending || lower.endsWith(`.${ending}`)
}
