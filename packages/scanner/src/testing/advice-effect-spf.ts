/** What following an advice does to SPF: part of `advice-effect.ts`, as independent of the code that makes the advice. */
import type { DnsRecordToPublish } from '@waxseal/core/check'
import { type Zone } from '@waxseal/core/dns'
import {
  type AddressSet,
  addressesWith,
  difference,
  intersection,
  isEmpty,
  noAddress,
  spfVerdicts,
  union,
} from '@waxseal/core/spf'
import { resolverOf } from './zone-resolvers.ts'

/** The addresses that may pass: certainly, or for some message. */
async function mayPass(zone: Zone, domain: string): Promise<AddressSet> {
  const verdicts = await spfVerdicts(resolverOf(zone), domain)
  const depending = verdicts.verdicts.filter(({ result, rule }) => result === 'depends' && rule.includes(': pass'))
  return union(addressesWith(verdicts, 'pass'), ...depending.map(({ set }) => set))
}

/** Where publishing the record lets a server pass SPF that neither passed nor was meant to. */
export async function spfFaults(
  zone: Zone,
  after: Zone,
  domain: string,
  record: DnsRecordToPublish,
): Promise<readonly string[]> {
  const [was, is] = await Promise.all([mayPass(zone, domain), mayPass(after, domain)])
  if (isEmpty(difference(is, was))) return []
  if (!record.value.startsWith('v=spf1')) return ['more servers pass SPF, and no SPF record changed']
  const texts = spfTexts(zone, record.name)
  const [only, ...others] = texts
  if (only === undefined) return ['invents an SPF record']
  const certain = addressesWith(await spfVerdicts(resolverOf(after), domain), 'pass')
  const reversed = others.length > 0 ? [] : await noLongerFailing(zone, record.name, only, certain)
  const isEvaluated = others.length === 0 && (await areEvaluated(zone, record.name, only))
  const ignored = isEvaluated ? await beyondIgnored(zone, record.name, only, was, is) : []
  return [...unmeantTerms(texts, record.value), ...reversed, ...ignored]
}

/** Whether the text is the record of the name, and receivers evaluate it without an error. */
async function areEvaluated(zone: Zone, name: string, text: string): Promise<boolean> {
  const isThere = (zone[name]?.TXT ?? []).some(each => (typeof each === 'string' ? each : each.join('')) === text)
  if (!isThere || !/^v=spf1(?: |$)/i.test(text)) return false
  return isEmpty(addressesWith(await spfVerdicts(resolverOf(zone), name), 'permerror'))
}

/**
 * Of a record that receivers read: a server more may pass only where the record lets none pass, and only one that a
 * term names which receivers ignore (behind `all`, `redirect=` beside it, a mechanism with an equals sign) or that lost
 * its blank before the ending.
 */
async function beyondIgnored(
  zone: Zone,
  name: string,
  text: string,
  was: AddressSet,
  is: AddressSet,
): Promise<readonly string[]> {
  const words = text.split(' ').filter(Boolean).slice(1)
  const end = words.findIndex(word => /^[-~?]?all$/i.test(word))
  const glued = /^(.+\.[a-z]+)[-~?+]all$/i
  const meant = words.flatMap((word, at) => {
    const isIgnored =
      /^(?:ip[46]?|ipv[46]|include|a|mx|redirect)=/i.test(word) || (end >= 0 && at > end) || glued.test(word)
    const asTerm = word
      .replace(glued, '$1')
      .replace(/^redirect=/i, 'include:')
      .replace(/^ip(?:v?4)?=/i, 'ip4:')
      .replace('=', ':')
    return isIgnored ? [asTerm] : []
  })
  const sets = await Promise.all(
    meant.map(async term => addressesWith(await spfVerdicts(resolverOf(zone), name, `v=spf1 ${term} -all`), 'pass')),
  )
  if (!isEmpty(was) && !words.some(word => glued.test(word))) return ['more servers pass than receivers accept now']
  return isEmpty(difference(difference(is, was), union(noAddress, ...sets)))
    ? []
    : ['servers pass that no ignored term names']
}

/** The texts at hand that anyone would take for an SPF record. */
function spfTexts(zone: Zone, name: string): readonly string[] {
  const entries = [name, `_spf.${name}`, `spf.${name}`, `${name}.${name}`].map(each => zone[each]?.TXT ?? [])
  const texts = entries.map(all => all.map(text => (typeof text === 'string' ? text : text.join(' '))))
  return texts.flat().filter(text => /spf/i.test(text))
}

/** The terms of a record that pass and that no text at hand names. */
function unmeantTerms(texts: readonly string[], value: string): readonly string[] {
  const original = texts.join(' ').toLowerCase().replaceAll('spf1', 'spf1 ')
  const dotted = original.replaceAll(',', '.')
  const words = new Set(original.split(/[^a-z0-9]/))
  const terms = value.toLowerCase().split(' ').slice(1)
  return terms.flatMap(term => {
    if (/^[-~?]/.test(term)) return []
    const mechanism = term.replace('+', '')
    const end = mechanism.search(/[:=/]/)
    const kind = end < 0 ? mechanism : mechanism.slice(0, end)
    const rest = end < 0 ? '' : mechanism.slice(end + 1)
    const isJoined = texts.every(text => !text.trim().includes(' '))
    const isNamed = rest === '' ? words.has(kind) || isJoined : [original, dotted].some(each => each.includes(rest))
    const leadsOn = kind === 'include' && rest.startsWith('_spf.')
    return kind !== 'all' && (isNamed || leadsOn) ? [] : [`adds ${term}`]
  })
}

const mechanism = /^([-+~?]?)((?:ip[46]|a|mx|include|exists|ptr)(?:[:/].*)?)$/i

/** The terms of a text that fail before any other term lets a server pass. */
function firstFailing(text: string): readonly string[] {
  const terms = text.split(' ').flatMap(word => {
    const [, qualifier, term] = mechanism.exec(word) ?? []
    return term === undefined ? [] : [{ fails: qualifier === '-', term }]
  })
  const passing = terms.findIndex(({ fails }) => !fails)
  return (passing < 0 ? terms : terms.slice(0, passing)).map(({ term }) => term)
}

/** The failing terms of the one text at hand whose servers pass now. */
async function noLongerFailing(
  zone: Zone,
  name: string,
  text: string,
  passing: AddressSet,
): Promise<readonly string[]> {
  const terms = firstFailing(text)
  const sets = await Promise.all(
    terms.map(async term => addressesWith(await spfVerdicts(resolverOf(zone), name, `v=spf1 ${term} -all`), 'pass')),
  )
  return terms.flatMap((term, index) =>
    isEmpty(intersection(sets[index] ?? noAddress, passing)) ? [] : [`no longer fails -${term}`],
  )
}
