import { type DmarcEffect, effectsText } from './effects.ts'
import { type DmarcFault, dmarcFaultText } from './faults.ts'

/**
 * The record at fault and the one to publish. Findings of earlier versions have the location alone.
 */
export interface Place {
  /** The domain whose record applies. */
  location: string
  /** Set when the record is inherited: the domain itself. */
  domain?: string
  /** The owner name of `record`. */
  name?: string
  /** Someone else's name that `name` is an alias (CNAME) of: only its owner can change the record there. */
  vendor?: string
  /** The record to publish; null: it cannot be spelled out. */
  record?: string | null
  /** The record that applies is that of a public suffix. */
  suffix?: boolean
  /**
   * - `reports`: `record` only adds a report address. What the finding is about changes later, once reports were read.
   * - `repair`: `record` is the domain's own one, repaired
   */
  first?: 'reports' | 'repair'
  /** What is wrong with the domain's own record, for which receivers use the inherited one. */
  ignored?: readonly DmarcFault[]
  /** What `record` newly does beside its policy. */
  effects?: readonly DmarcEffect[]
  /** The tags of the record at hand that `record` leaves out: `t=y`. */
  without?: readonly string[]
}

export function nameOf({ name, location }: Pick<Place, 'name' | 'location'>): string {
  return name ?? `_dmarc.${location}`
}

/**
 * To publish the record, which is spelled out at the end. Behind an alias into someone else's zone: to change it there.
 *
 * @param change what this changes: `set p=reject`
 * @param as what follows the name of the record: ` instead`
 */
export function publishing(f: Place, change: string, as = ''): string {
  const effects = effectsText(f.effects)
  if (f.vendor !== undefined) return effects + capital(atVendor(f, change))
  return as === ' instead'
    ? `${effects}Publish as TXT at ${nameOf(f)} instead: ${f.record}`
    : `${effects}Publish as TXT at ${nameOf(f)}${as}: ${f.record}`
}

/**
 * To make a change that can stop mail of one's own: after reports have shown that it does not. Without reports, these come
 * first.
 *
 * @param passing what the reports have to show: `your own mail passes`
 * @param change what to change then: `set p=quarantine`
 */
export function afterReports(f: Place, passing: string, change: string, { as = '', above = '' } = {}): string {
  if (f.first === 'repair') {
    return f.record == null ? correcting(nameOf(f)) : publishing(f, 'correct the record', ' instead')
  }
  if (f.first === 'reports') {
    const steps = `read the reports for some weeks, then ${change}.`
    return f.record == null
      ? `Add a report address at a domain that receives mail, ${steps}`
      : `Add a report address, ${steps} ${publishing(f, 'add the address')}`
  }
  const once = `${f.record == null ? '' : effectsText(f.effects)}Wait until reports show that ${passing}. Then ${above}`
  if (f.record != null)
    return f.vendor === undefined
      ? `${once}publish as TXT at ${nameOf(f)}${as}: ${f.record}`
      : `${once}${atVendor(f, change)}`
  if (f.domain !== undefined) return `${once}publish a separate TXT record for ${f.domain} at ${nameOf(f)}.`
  return `${once}${change} in the record at ${nameOf(f)}.`
}

/** To reject all mail of a domain that sends none. `more`: what else to change when the record is not spelled out. */
export function rejecting(f: Place, more: string): string {
  if (f.record != null) return publishing(f, 'set p=reject')
  return f.domain === undefined
    ? `Change the record at ${nameOf(f)} to p=reject${more}.`
    : `Publish a separate TXT record for ${f.domain} at ${nameOf(f)} with p=reject.`
}

function atVendor(f: Place, change: string): string {
  return `${change} at the service that hosts ${f.vendor}, or replace the alias (CNAME) at ${nameOf(f)} with TXT: ${f.record}`
}

/** Why receivers do not use the domain's own record, as a sentence with a blank before it; '' where there is none. */
export function ignoredText({ domain, ignored = [] }: Pick<Place, 'domain' | 'ignored'>): string {
  const [fault] = ignored
  return fault === undefined ? '' : ` Receivers ignore the record at _dmarc.${domain}: ${dmarcFaultText(fault)}.`
}

/** To correct a record whose policy is unclear. */
export function correcting(name: string): string {
  return `Correct the TXT record at ${name}. Begin with v=DMARC1; p= and the policy that you intended (none, quarantine or reject).`
}

/** What reports have to show before these tags are left out: `t=y`, `sp=none`. */
export function harmless(tags: readonly string[]): string {
  const sp = tags.some(tag => tag.startsWith('sp='))
  const np = tags.some(tag => tag.startsWith('np='))
  const own = tags.some(tag => !/^[sn]p=/.test(tag))
  const mail = own && sp ? 'your mail and that of subdomains' : own ? 'your mail' : 'mail from subdomains'
  const nothing = 'you send nothing from subdomains that do not exist'
  if (!np || sp) return `${mail} passes`
  return own ? `${mail} passes and ${nothing}` : nothing
}

/** `t=y and sp=none` */
export function listed(tags: readonly string[]): string {
  return tags.join(' and ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
