import { displayText } from '../dns/index.ts'
import { exchangersMax, lookupsMax, voidLookupsMax } from './limits.ts'
import { counted, permerrorLine, type SpfPermerror } from './permerror.ts'
import type { SpfRemedy, TermCost } from './remedy.ts'
import { causesText, causeText, ignoredText, listed, mailbox, termWords } from './repair-words.ts'

/** A permerror with what helps to end it. Absent in scans of earlier versions. */
export type PermerrorFacts = SpfPermerror & {
  remedy?: SpfRemedy
  /** Of too many lookups: the own terms that cost most. */
  costs?: readonly TermCost[]
  /** Of too many lookups: own includes of services that send with a domain of their own. */
  unneeded?: readonly string[]
  /** Of too many void lookups: the terms whose names have no records. */
  voidTerms?: readonly string[]
}

/** What receivers meet, and what they make of it. */
export function permerrorMeaning(f: PermerrorFacts): string {
  return [problemText(f), effectText(f), passedOver(f)].filter(text => text !== '').join(' ')
}

/** What counts for nothing. Receivers check the syntax of terms behind `all` too, so they ignore none of those. */
function passedOver(f: PermerrorFacts): string {
  if (f.remedy === undefined) return ''
  const { causes, record } = f.remedy
  if (f.code !== 'syntax' || f.path.length > 0) return ignoredText(causes)
  const behind = causes.flatMap(cause =>
    cause.code === 'after_all' && record !== null
      ? [`The repaired record leaves out ${listed(cause.terms)} behind ${cause.all}.`]
      : [],
  )
  return [...behind, ignoredText(causes.filter(({ code }) => code !== 'after_all'))].join(' ').trim()
}

function effectText(f: PermerrorFacts): string {
  if (f.code !== 'several_records') return 'Receivers return permerror, so SPF protects nothing.'
  return `Receivers return permerror and ignore ${f.count === 2 ? 'both' : 'all of them'}.`
}

function problemText(f: PermerrorFacts): string {
  switch (f.code) {
    case 'several_records':
      return `${f.count} SPF records were found.`
    case 'lookup_limit':
      return `The record needs ${counted(f)} DNS lookups, and ${lookupsMax} are allowed.`
    case 'void_limit': {
      const terms = f.voidTerms ?? []
      const names = terms.length === 0 ? '' : `: ${listed(terms)}`
      return `${capital(counted(f))} DNS lookups find no records, and ${voidLookupsMax} are allowed${names}.`
    }
    case 'syntax': {
      const causes = f.path.length === 0 && f.remedy !== undefined ? causesText(f.remedy.causes) : ''
      if (f.path.length > 0)
        return `The SPF record of ${targetOf(f.path.at(-1))} is broken: ${displayText(f.problem, 200)}.`
      return `The record is broken. ${causes || `${capital(permerrorLine(f))}.`}`
    }
    case 'no_record':
      return formText(f) ?? `${f.path.at(-1)} leads to a name without an SPF record.`
    case 'several_at_target':
      return `${f.path.at(-1)} leads to ${f.count} SPF records.`
    case 'invalid_target':
      return formText(f) ?? `${f.path.at(-1)} does not name a domain.`
    case 'loop':
      return `${f.path.at(-1)} leads back to ${f.name}, so evaluation never ends.`
    case 'exchanger_limit':
      return `${f.path.at(-1)} leads to ${f.count} mail exchangers, and ${exchangersMax} are allowed.`
    default:
      return f satisfies never
  }
}

/** What is wrong in the form of an own term that leads nowhere; null: nothing. */
function formText({ path, remedy }: { path: readonly string[]; remedy?: SpfRemedy }): string | null {
  const [term = '', ...below] = path
  if (below.length > 0) return null
  const shown = displayText(term, 100)
  if (mailbox.test(term)) return causeText({ code: 'unreadable', found: shown })
  const cause = remedy?.causes.find(each => each.code === 'term' && each.found === shown)
  return cause === undefined ? null : causeText(cause)
}

/** What to publish, remove or ask for. */
export function permerrorAdvice(f: PermerrorFacts): string {
  const record = f.remedy?.record ?? null
  if (record !== null) return `${whatToDo(f)} ${publishText(f)}: ${record}`
  switch (f.code) {
    case 'several_records':
      return mergeAdvice(f.remedy)
    case 'lookup_limit':
      return lookupAdvice(f)
    case 'void_limit':
      return `Remove the terms whose names have no records, until ${voidLookupsMax} at most are left.`
    case 'syntax':
    case 'several_at_target':
      return f.path.length === 0
        ? 'Correct the terms that receivers cannot read, and keep the others.'
        : `Remove ${f.path[0]} from your record until the owner of ${targetOf(f.path.at(-1))} has repaired the SPF record there.`
    case 'no_record':
    case 'invalid_target':
    case 'loop':
      return ownerAdvice(f.path)
    case 'exchanger_limit': {
      const term = f.path.at(-1) ?? 'mx'
      const change = `${term} with the networks of those servers (ip4, ip6) or with a: and their names`
      return f.path.length === 1
        ? `Replace ${change}.`
        : `Remove ${f.path[0]} from your record until the owner of ${targetOf(f.path.at(-2))} has replaced ${change}.`
    }
    default:
      return f satisfies never
  }
}

/** Several records that nothing repairs: what belongs in the one record, and what does not. */
function mergeAdvice(remedy: SpfRemedy | undefined): string {
  const causes = remedy?.causes ?? []
  const out = causes.flatMap(cause =>
    (cause.code === 'removed' && cause.reason === 'open') || cause.code === 'after_all' ? cause.terms : [],
  )
  const broken = causes.flatMap(cause =>
    cause.code === 'unreadable' || (cause.code === 'ignored_modifier' && cause.meant === null) ? [cause.found] : [],
  )
  const leave = out.length === 0 ? '' : ` Leave out ${listed([...new Set(out)].map(termWords))}.`
  const correct = broken.length === 0 ? '' : ` Correct ${listed([...new Set(broken)])}.`
  return `Merge them into one: a single v=spf1, the terms of all of them, one ending (-all or ~all).${leave}${correct} Then delete the others.`
}

function whatToDo(f: PermerrorFacts): string {
  switch (f.code) {
    case 'several_records':
      return 'Merge them into one record, and delete the others.'
    case 'no_record':
    case 'invalid_target':
      if (formText(f) !== null && !mailbox.test(f.path[0] ?? '')) return 'Repair the record.'
      return `Remove ${f.path[0]}, or ask the service for the name to include.`
    case 'loop':
      return `Remove ${f.path[0]}.`
    case 'lookup_limit':
      return 'Remove the repeated terms.'
    case 'void_limit':
      return 'Remove the terms whose names have no records.'
    default:
      return 'Repair the record.'
  }
}

function publishText({ remedy }: PermerrorFacts): string {
  return `Publish as the only SPF record (TXT) at ${remedy?.domain ?? 'the domain'}`
}

function ownerAdvice(path: readonly string[]): string {
  const [own, ...below] = path
  const term = path.at(-1)
  if (below.length === 0) return `Remove ${term}, and name the servers that send with ip4, ip6, a, mx or include.`
  return `Remove ${own} from your record until the owner of ${targetOf(path.at(-2))} has removed ${term} there.`
}

/** The name behind `include:` and `redirect=`. */
function targetOf(term = ''): string {
  return term.replace(/^[-+~?]?(?:include:|redirect=)/i, '')
}

/** Also the advice for a record close to the limit. */
export function lookupAdvice({ costs = [], unneeded = [] }: Pick<PermerrorFacts, 'costs' | 'unneeded'>): string {
  const first =
    unneeded.length === 0
      ? 'Remove the includes of services that no longer send your mail.'
      : `Remove ${listed(unneeded)}: the service sends with a return-path domain of its own.`
  const most = costs.filter(({ lookups }) => lookups > 1).map(({ term, lookups }) => `${term} (${lookups} lookups)`)
  const costly = most.length === 0 ? '' : ` The costliest terms: ${listed(most)}.`
  return `${first}${costly} Let services send from subdomains, or flatten an include if you can follow its changes.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
