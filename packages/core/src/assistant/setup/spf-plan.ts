import { includesOf, providerOfHost, providerOfSpfInclude } from '../../providers/index.ts'
import { costsLookup, lookupsMax, parseSpf, printMacroString, repairSpf, spfRecordOf } from '../../spf/index.ts'
import type { CatalogueService } from './service-catalogue.ts'
import type { ScanWithCost } from './spf-cost.ts'

/** What the SPF record of a domain becomes with some services in it. */
export interface SpfPlan {
  /**
   * `merged`: the published record with the includes added. `new`: the domain has none. `there`: it names them already.
   * `too-many`: the merged record would need more than ten lookups. `unclear`: our code makes no record that is certain.
   */
  kind: 'merged' | 'new' | 'there' | 'too-many' | 'unclear'
  /** The record; null unless `merged` or `new`. */
  record: string | null
  /** The published records, as the scan saw them. */
  published: readonly string[]
  /** Includes that are added. */
  added: readonly string[]
  /** The lookups of the result. `atLeast`: some of them were never counted. */
  lookups: number
  atLeast: boolean
  /** Why, for `unclear`; and what else changes, for `merged`. */
  notes: readonly string[]
}

/** An include, with the lookups that the catalogue counted for it, its own one included; null: never counted. */
interface Wanted {
  include: string
  lookups: number | null
}

/**
 * Plans the SPF record of the domain of a scan with the includes of some services. The record is made by the code that
 * repairs records: it lets no server pass that neither the published record nor an include lets pass.
 */
export function planSpf(scan: ScanWithCost, services: readonly CatalogueService[]): SpfPlan {
  const seen = scan.records.filter(({ kind }) => kind === 'spf')
  const published = seen.map(({ value }) => value)
  const repaired = repairedOf(scan)
  const texts = repaired === null ? published : [repaired]
  const wanted = services.flatMap(service => wantedOf(service, scan))
  const present = new Set(includesIn(texts, scan))
  const added = wanted.filter(({ include }) => !present.has(include))
  const plan = (kind: SpfPlan['kind'], rest: Partial<SpfPlan> = {}): SpfPlan => ({
    kind,
    record: null,
    published,
    added: added.map(({ include }) => include),
    notes: [],
    ...costWith(texts, added, scan),
    ...rest,
  })
  const region = services.find(service => isRegionOpen(service, scan))
  if (region !== undefined) return plan('unclear', { notes: [regionWords(region)] })
  const reason = unclearReason(
    scan,
    texts,
    seen.some(({ when }) => when.endsWith('changed since')),
  )
  if (reason !== null) return plan('unclear', { notes: [reason] })
  if (texts.length === 0) {
    const settings = {
      ip4_addresses: [],
      ip6_addresses: [],
      use_mx: false,
      use_a: false,
      all_qualifier: '~all' as const,
    }
    return plan('new', { record: spfRecordOf({ ...settings, include_domains: added.map(({ include }) => include) }) })
  }
  if (added.length === 0 && repaired === null && texts.length === 1) return plan('there')
  if (costWith(texts, added, scan).lookups > lookupsMax) return plan('too-many')
  const own = added.length === 0 ? [] : [`v=spf1 ${added.map(({ include }) => `include:${include}`).join(' ')} ~all`]
  const { record } = repairSpf([...texts, ...own])
  if (record === null) return plan('unclear', { notes: ['The published record cannot be merged with certainty.'] })
  return plan('merged', { record, notes: mergeNotes(published, record) })
}

/** The record that repairs a broken one, where a scan has proved that it does; null: nothing is broken, or none is certain. */
function repairedOf({ findings, domain }: ScanWithCost): string | null {
  const action = findings.find(({ id }) => id === 'spf_permerror')?.action
  return action?.kind === 'publish' && action.record.name === domain ? action.record.value : null
}

/** The includes of a service that are its own, by the data center that the mail hosts of the domain show. */
function wantedOf({ provider }: CatalogueService, scan: ScanWithCost): readonly Wanted[] {
  if (provider === null || !provider.spf.apexIncludeNeeded) return []
  const hosts = mailHosts(scan)
  const region = (provider.spf.regions ?? []).find(({ mx }) => mx.some(form => hosts.some(host => isAt(host, form))))
  const includes = region === undefined ? provider.spf.includes : region.include === null ? [] : [region.include]
  const counted = region === undefined && includes.length === 1 ? (provider.spf.lookups?.count ?? null) : null
  return includes.map(include => ({ include, lookups: counted }))
}

/**
 * Whether the include of a service depends on the data center of the customer, and no mail host of the domain shows which it
 * is. That of Microsoft is the same for all but two closed clouds.
 */
function isRegionOpen({ provider }: CatalogueService, scan: ScanWithCost): boolean {
  if (provider === null || !provider.spf.apexIncludeNeeded || provider.id === 'microsoft-365') return false
  if (provider.spf.regions === undefined || provider.spf.regions.length === 0) return false
  const hosts = mailHosts(scan)
  return !hosts.some(host => providerOfHost(host)?.id === provider.id) && isIncluded({ provider }, scan) !== true
}

function regionWords({ name }: CatalogueService): string {
  return `The include of ${name} depends on your data center, and no mail server of the domain shows which it is. ${name} shows the right one in its settings.`
}

function mailHosts({ records }: ScanWithCost): readonly string[] {
  return records.filter(({ kind }) => kind === 'mx').map(({ value }) => value.replace(/^\d{1,5} /, ''))
}

/** A host name at or below a pattern of the provider data; `*` is one label. */
function isAt(host: string, form: string): boolean {
  const [labels, wanted] = [host.toLowerCase().split('.'), form.replace(/^\./, '').split('.')]
  const tail = labels.slice(-wanted.length)
  return labels.length >= wanted.length && wanted.every((label, at) => label === '*' || label === tail[at])
}

/** The names that the published records include, in the records themselves and below. */
function includesIn(texts: readonly string[], scan: ScanWithCost): readonly string[] {
  const own = texts.flatMap(text =>
    parseSpf(text).terms.flatMap(({ term }) =>
      term.kind === 'include' || term.kind === 'redirect' ? [printMacroString(term.domain).toLowerCase()] : [],
    ),
  )
  return [...own, ...(scan.spfCost?.includes ?? []).map(name => name.toLowerCase())]
}

/** Whether the published SPF record lets a service send; null: no record is known. */
export function isIncluded({ provider }: Pick<CatalogueService, 'provider'>, scan: ScanWithCost): boolean | null {
  const texts = scan.records.filter(({ kind }) => kind === 'spf').map(({ value }) => value)
  if (texts.length === 0 || provider === null) return null
  const names = includesIn(texts, scan)
  const own = new Set([...includesOf(provider), ...provider.spf.alternatives])
  return names.some(name => own.has(name) || providerOfSpfInclude(name)?.id === provider.id)
}

function costWith(
  texts: readonly string[],
  added: readonly Wanted[],
  { spfCost }: ScanWithCost,
): Pick<SpfPlan, 'lookups' | 'atLeast'> {
  const known = texts.length === 1 ? (spfCost ?? null) : null
  const before =
    known !== null
      ? { lookups: known.lookups, atLeast: !known.complete }
      : {
          lookups: texts.reduce((sum, text) => sum + lookupTerms(text), 0),
          atLeast: texts.some(text =>
            parseSpf(text).terms.some(({ term }) => term.kind === 'include' || term.kind === 'redirect'),
          ),
        }
  const more = added.reduce((sum, { lookups }) => sum + (lookups ?? 1), 0)
  return { lookups: before.lookups + more, atLeast: before.atLeast || added.some(({ lookups }) => lookups === null) }
}

function lookupTerms(text: string): number {
  return parseSpf(text).terms.filter(({ term }) => costsLookup(term.kind)).length
}

/** Why no certain record can be made from what the scan saw; null: it can. */
function unclearReason(scan: ScanWithCost, texts: readonly string[], isChanged: boolean): string | null {
  if (isChanged) return 'The SPF record changed after this scan. Scan the domain again, then ask again.'
  if (scan.sections.spf.state === 'unchecked')
    return `SPF could not be checked: ${scan.sections.spf.reason ?? 'no answer'}.`
  if (texts.length === 0 && !scan.findings.some(({ id }) => id === 'spf_missing')) {
    return 'The scan does not show for certain that the domain has no SPF record.'
  }
  if (texts.some(text => text.endsWith('…'))) return 'The published record is too long to be merged here.'
  const broken = scan.findings.find(({ id }) => id === 'spf_permerror')
  if (broken !== undefined && repairedOf(scan) === null) {
    return `The published record is broken: ${broken.reason}. Repair it first, as its finding says.`
  }
  return null
}

function mergeNotes(texts: readonly string[], record: string): readonly string[] {
  const before = texts.flatMap(text => parseSpf(text).terms)
  const notes: string[] = []
  if (texts.length > 1) notes.push('It replaces all the SPF records of the domain: delete the others.')
  if (before.some(({ term }) => term.kind === 'redirect') && !record.includes('redirect=')) {
    notes.push(
      'redirect= became an include, because it has no effect beside other terms. The ending is now that of this record.',
    )
  }
  const ending = before.find(({ term }) => term.kind === 'all')
  if (ending !== undefined && !record.endsWith(ending.text) && !texts.some(text => text.includes('redirect='))) {
    notes.push(`The ending ${ending.text} became stricter, because it lets spoofed mail through.`)
  }
  return notes
}
