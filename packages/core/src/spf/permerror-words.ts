import { displayText } from '../dns/index.ts'
import { exchangersMax, lookupsMax, voidLookupsMax } from './limits.ts'
import { counted, type SpfPermerror } from './permerror.ts'
import type { SpfRemedy, TermCost } from './remedy.ts'
import { causeText, fewTexts, ignoredTexts, listed, mailbox, problemTexts, termWords } from './repair-words.ts'

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

/** The problems, and what receivers do. */
export function permerrorMeaning(f: PermerrorFacts): string {
  const ignored = ignoredBy(f)
  return `${fewTexts(problemsOf(f), ignored.length > 0 ? 1 : 2)} ${effectText(f)} ${fewTexts(ignored, 1)}`.trim()
}

/** What receivers ignore. They check the syntax of terms after `all` too, so they ignore none of those. */
function ignoredBy(f: PermerrorFacts): readonly string[] {
  const causes = f.remedy?.causes ?? []
  const isOwn = f.code === 'syntax' && f.path.length === 0
  return ignoredTexts(isOwn ? causes.filter(({ code }) => code !== 'after_all') : causes)
}

function effectText(f: PermerrorFacts): string {
  if (f.code !== 'several_records') return 'Receivers return permerror and ignore the record.'
  return `Receivers return permerror and ignore ${f.count === 2 ? 'both' : 'all of them'}.`
}

function problemsOf(f: PermerrorFacts): readonly string[] {
  const causes = f.code === 'syntax' && f.path.length === 0 ? problemTexts(f.remedy?.causes ?? []) : []
  return causes.length > 0 ? causes : [problemText(f)]
}

function problemText(f: PermerrorFacts): string {
  switch (f.code) {
    case 'several_records':
      return `${f.count} SPF records were found.`
    case 'lookup_limit':
      return `The record needs ${counted(f)} DNS lookups, but only ${lookupsMax} are allowed.`
    case 'void_limit': {
      const terms = f.voidTerms ?? []
      const names = terms.length === 0 ? '' : `: ${listed(terms)}`
      return `${capital(counted(f))} DNS lookups find no records, but only ${voidLookupsMax} are allowed${names}.`
    }
    case 'syntax':
      return `The SPF record${f.path.length > 0 ? ` of ${targetOf(f.path.at(-1))}` : ''} is broken${problemAt(f.problem)}.`
    case 'no_record':
      return formText(f) ?? `${f.path.at(-1)} leads to a name without an SPF record.`
    case 'several_at_target':
      return `${f.path.at(-1)} leads to ${f.count} SPF records.`
    case 'invalid_target':
      return formText(f) ?? `${f.path.at(-1)} does not name a domain.`
    case 'loop':
      return `${f.path.at(-1)} refers to ${f.name} again, so evaluation never ends.`
    case 'exchanger_limit':
      return `${f.path.at(-1)} leads to ${f.count} mail servers, but only ${exchangersMax} are allowed.`
    default:
      return f satisfies never
  }
}

/** `ip4:192.0.2.300: ip4 without an IPv4 address` names the term first. */
function problemAt(problem: string): string {
  return `${problem.includes(': ') ? ' at' : ':'} ${displayText(problem, 200)}`
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
      return `Remove the terms whose names have no records, until at most ${voidLookupsMax} are left.`
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
    (cause.code === 'removed' && cause.reason !== 'again') || cause.code === 'after_all' ? cause.terms : [],
  )
  const broken = causes.flatMap(cause =>
    cause.code === 'unreadable' || (cause.code === 'ignored_modifier' && cause.meant === null) ? [cause.found] : [],
  )
  const leave = out.length === 0 ? '' : ` Leave out ${listed([...new Set(out)].map(termWords))}.`
  const correct = broken.length === 0 ? '' : ` Correct ${listed([...new Set(broken)])}.`
  const lookups = causes.flatMap(cause => (cause.code === 'too_many_lookups' ? [cause.count] : []))
  const fewer = lookups.map(
    count => ` Remove terms: all need ${count} DNS lookups, but only ${lookupsMax} are allowed.`,
  )
  return `Merge the records into one, with v=spf1 once, all their terms and one ending (-all or ~all).${leave}${correct}${fewer.join('')} Then delete the others.`
}

function whatToDo(f: PermerrorFacts): string {
  switch (f.code) {
    case 'several_records':
      return `Merge the records into one, and delete the others.${leftOut(f.remedy)}`
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
      return repairText(f)
  }
}

/** The terms that would break the one record, and why. */
function leftOut(remedy: SpfRemedy | undefined): string {
  const causes = remedy?.causes.filter(
    ({ code, ...cause }) => code === 'removed' && !('reason' in cause && cause.reason === 'again'),
  )
  return (causes ?? []).map(cause => ` ${causeText(cause)}`).join('')
}

/** Receivers never come to the terms after `all`, so the repaired record has none of them. */
function repairText({ remedy }: PermerrorFacts): string {
  const after = remedy?.causes.flatMap(cause => (cause.code === 'after_all' ? [cause] : [])) ?? []
  const left = after.map(({ terms, all }) => ` Leave out ${listed(terms)} after ${all}.`)
  return `Repair the record.${left.join('')}`
}

function publishText({ remedy }: PermerrorFacts): string {
  return `Publish as the only SPF record (TXT) at ${remedy?.domain ?? 'the domain'}`
}

function ownerAdvice(path: readonly string[]): string {
  const [own, ...below] = path
  const term = path.at(-1)
  if (below.length === 0) return `Remove ${term}, and add the servers that send with ip4, ip6, a, mx or include.`
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
      : `Remove ${listed(unneeded)}, because the service sends with its own return-path domain.`
  const most = costs.filter(({ lookups }) => lookups > 1).map(({ term, lookups }) => `${term} (${lookups} lookups)`)
  const costly = most.length === 0 ? '' : ` The costliest terms are ${listed(most)}.`
  return `${first}${costly} Let services send from subdomains, or flatten an include if you can keep it up to date.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
