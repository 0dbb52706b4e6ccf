import { type DnsRecordToPublish, type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'
import { type DmarcEffect, effectsText } from './effects.ts'
import { aliasAdvice, elsewhereAdvice, elsewhereText, loopText, missingRecord, reportFault } from './elsewhere-words.ts'
import { type DmarcFault, dmarcFaultText } from './faults.ts'
import { refusingRecord } from './remedy.ts'
import {
  afterReports,
  correcting,
  harmless,
  ignoredText,
  listed,
  nameOf,
  type Place,
  publishing,
  rejecting,
} from './remedy-words.ts'
import type { DmarcElsewhere } from './value.ts'

/**
 * What the wording of each finding about DMARC needs to know. Every value is a code, a count, or short printable text. Values
 * that may be absent are so in findings of earlier versions.
 */
export interface DmarcFacts {
  dmarc_missing: {
    domain: string
    receivesMail?: boolean | null
    /** The target of the alias (CNAME) at the record's name, which has no record. */
    alias?: string
    /** The name that is an alias of itself. */
    loop?: string
    elsewhere?: DmarcElsewhere & { faults?: readonly DmarcFault[] }
    name?: string
    record?: string | null
    effects?: readonly DmarcEffect[]
    /** The name is in a provider's zone, and this is where its customer publishes records. */
    panel?: string
  }
  /** A name in the zone of `owner`, where nobody else can publish. */
  dmarc_provider_name: { domain: string; owner: string }
  dmarc_invalid: {
    location: string
    /** In findings of earlier versions, and without `faults`. */
    problem?: string
    faults?: readonly DmarcFault[]
    name?: string
    vendor?: string
    record?: string | null
    effects?: readonly DmarcEffect[]
  }
  /** `nonMail`: the domain uses no mail. */
  dmarc_bogus: { domain: string; location: string; broken: BrokenZone; nonMail?: boolean }
  /** `faults`: why receivers read none. `tag`: the one that gives the policy; absent where the form of one is broken. */
  dmarc_none: Place & { tag?: string; faults?: readonly DmarcFault[] }
  dmarc_testing: Place & { tag: string }
  /** `also`: the other weaker tag. */
  dmarc_sp_weaker: Partial<Place> & { tag: string; policy: string; also?: string }
  /** `refusing`: the addresses in the record are at the domain itself, which has a null MX. */
  dmarc_rua_missing: Place & { receivesMail?: boolean | null; refusing?: boolean; faults?: readonly DmarcFault[] }
  /** `meant`: the domain itself, one typing mistake away. `because`: no one to ask for consent, as it is a public mailbox provider, or as the domain does not exist. */
  dmarc_rua_unauthorised: { destination: string; record: string; because?: 'public' | 'gone'; meant?: string }
  nonmail_dmarc_missing: {
    domain: string
    alias?: string
    loop?: string
    name?: string
    vendor?: string
    record?: string | null
    /** The name of a broken record that would apply from above. */
    at?: string
    /** What is wrong with the record that is there, or above. */
    faults?: readonly DmarcFault[]
    effects?: readonly DmarcEffect[]
  }
  nonmail_dmarc_weak: Place
  nonmail_dmarc_quarantine: Place
}

export type DmarcFinding = FindingOf<DmarcFacts>

export const dmarcRows: FindingRows<DmarcFacts> = {
  dmarc_missing: {
    check: 'dmarc',
    points: -35,
    title: 'DMARC record missing',
    subject: null,
    meaning: f => {
      if (f.loop !== undefined) return loopText(f.loop)
      if (f.elsewhere !== undefined) return elsewhereText(f.elsewhere, f.elsewhere.faults)
      if (f.alias !== undefined)
        return `_dmarc.${f.domain} is an alias (CNAME) of ${f.alias}, which has no DMARC record.`
      return `Receivers have no policy for mail that spoofs ${f.domain}. Large mailbox providers require a DMARC record from bulk senders.`
    },
    advice: f => {
      const record = missingRecord(f)
      if ((f.alias ?? f.loop) !== undefined && record === null)
        return aliasAdvice(f.loop ?? `_dmarc.${f.domain}`, 'a TXT record of its own.')
      if (f.elsewhere !== undefined && f.elsewhere.where !== 'here' && f.elsewhere.where !== 'wildcard') {
        return effectsText(f.effects) + elsewhereAdvice(f.elsewhere, `_dmarc.${f.domain}`, record)
      }
      if (f.panel !== undefined && record !== null)
        return `In the ${f.panel}, open Settings, Domains, ${f.domain}, DNS records. Add as TXT at _dmarc.${f.domain}: ${record}`
      return record === null
        ? `Publish a TXT record at _dmarc.${f.domain} with p=none and rua. Use a report address at a domain that receives mail, because ${f.domain} receives none.`
        : `Publish as TXT at _dmarc.${f.domain}: ${record}`
    },
    publish: f => toPublish(f.name ?? `_dmarc.${f.domain}`, missingRecord(f)),
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_provider_name: {
    check: 'dmarc',
    points: 0,
    title: 'Only the provider can publish DMARC',
    subject: null,
    meaning: f => `${f.domain} is a name of ${f.owner}. Only ${f.owner} can publish a DMARC record for it.`,
    advice: f => `Send mail from a domain of your own, and leave this name to ${f.owner}.`,
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_invalid: {
    check: 'dmarc',
    points: -35,
    title: 'DMARC record is broken',
    subject: null,
    meaning: f => {
      const [first = f.problem ?? 'its form is wrong', second, ...more] = (f.faults ?? []).map(dmarcFaultText)
      const also = more.length === 0 ? ` Also, ${second}.` : ` ${more.length + 1} more problems were found.`
      return `Receivers ignore the record at _dmarc.${f.location}: ${first}.${second === undefined ? '' : also}`
    },
    advice: f => {
      const several = f.faults?.some(({ code }) => code === 'several_records') ?? false
      if (f.record != null) {
        const keep = several && f.vendor === undefined
        return keep
          ? `${effectsText(f.effects)}Keep one TXT record at ${nameOf(f)}: ${f.record}`
          : publishing(f, 'correct the record', ' instead')
      }
      if (several)
        return `Keep one TXT record at ${nameOf(f)}, the one with the strictest policy, and delete the others.`
      return correcting(nameOf(f))
    },
    publish: f => toPublish(nameOf(f), f.record),
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_bogus: {
    check: 'dmarc',
    points: -15,
    title: 'DMARC record in a zone with broken DNSSEC',
    subject: null,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Validating receivers apply no policy to mail from ${f.domain}.`,
    advice: f =>
      `${dnssecAdvice(f.broken, isSubdomain(f.broken.zone, f.domain))} Or publish the same record in a zone that validates.`,
    clause: 'RFC 4035 section 5.5',
  },
  dmarc_none: {
    check: 'dmarc',
    points: -15,
    title: 'DMARC only monitors',
    subject: null,
    meaning: f => {
      const [fault] = f.faults ?? []
      const at = f.domain === undefined ? '' : ` at _dmarc.${f.location}`
      if (fault !== undefined) return `Receivers apply p=none, because ${dmarcFaultText(fault)}${at}.${ignoredText(f)}`
      return f.domain === undefined
        ? 'The policy is none, so receivers deliver mail that fails DMARC.'
        : `${f.domain} inherits ${f.tag ?? 'p'}=none from _dmarc.${f.location}, so receivers deliver unauthenticated mail.${ignoredText(f)}`
    },
    advice: f => {
      if (f.tag === undefined && f.faults !== undefined && f.faults.length > 0) {
        return f.record == null
          ? `Correct the policy in the TXT record at ${nameOf(f)} to none, quarantine or reject.`
          : publishing(f, 'correct the policy', ' instead')
      }
      const passing = f.domain === undefined ? 'your own mail passes' : `mail from ${f.domain} passes`
      const above = f.domain === undefined || f.suffix ? '' : `set sp=quarantine at _dmarc.${f.location}, or `
      return afterReports(f, passing, 'set p=quarantine', { above })
    },
    publish: f => toPublish(nameOf(f), f.record),
    clause: 'RFC 9989 section 5.1.7',
  },
  dmarc_testing: {
    check: 'dmarc',
    points: -5,
    title: 'DMARC in test mode',
    subject: null,
    meaning: f => `${f.tag} asks receivers not to apply the policy in full.${ignoredText(f)}`,
    advice: f => {
      const tags = f.without ?? [f.tag]
      return afterReports(f, harmless(tags), `remove ${listed(tags)}`, { as: `, without ${listed(tags)}` })
    },
    publish: f => toPublish(nameOf(f), f.record),
    clause: 'RFC 9989 section 4.7',
  },
  dmarc_sp_weaker: {
    check: 'dmarc',
    points: -5,
    title: 'Subdomains are less protected',
    subject: null,
    meaning: f =>
      f.tag === 'np'
        ? `Subdomains that do not exist get the weaker policy ${f.policy}. Spoofers can invent one.`
        : `Subdomains get the weaker policy ${f.policy}. Spoofers can use one of them.`,
    advice: f => {
      const tags = f.without ?? [`${f.tag}=${f.policy}`, ...(f.also === undefined ? [] : [f.also])]
      const { location } = f
      if (location === undefined || (f.record == null && f.first === undefined)) {
        return `Remove ${listed(tags)}, or set the same policy as p.`
      }
      const as = `, without ${listed(tags)}`
      return afterReports({ ...f, location }, harmless(tags), `remove ${listed(tags)}`, { as })
    },
    publish: f => toPublish(f.name, f.record),
    clause: 'RFC 9989 section 4.7',
  },
  dmarc_rua_missing: {
    check: 'dmarc',
    points: -3,
    title: 'No aggregate reports',
    subject: null,
    meaning: f => {
      const [fault] = f.faults ?? []
      const named = f.domain ?? f.location
      if (f.refusing) return `The report addresses are at ${named}, which receives no mail. No one gets the reports.`
      const why = fault === undefined ? '' : reportFault(fault)
      return `No one gets the reports that show who sends as ${named}.${why}${ignoredText(f)}`
    },
    advice: f => {
      if (f.record != null) return publishing(f, 'add a report address')
      if (f.refusing) return `Set rua in the record at ${nameOf(f)} to an address at a domain that receives mail.`
      if (f.receivesMail === false) {
        return `Add rua=mailto: to the record at _dmarc.${f.location}, with an address at a domain that receives mail. ${f.domain ?? f.location} receives none.`
      }
      return `Add to the record at ${nameOf(f)}: rua=mailto:dmarc@${f.domain ?? f.location}`
    },
    publish: f => toPublish(nameOf(f), f.record),
    clause: 'RFC 9989 section 5.1.3',
  },
  dmarc_rua_unauthorised: {
    check: 'dmarc',
    points: -3,
    title: 'Report address not authorized',
    subject: f => f.destination,
    meaning: f => {
      if (f.because === 'gone') return `${f.destination} does not exist, so receivers send no reports there.`
      const also = f.because === 'public' ? 'is a public mailbox provider and ' : ''
      return `${f.destination} ${also}does not authorize reports for this domain, so receivers send none there.`
    },
    advice: f =>
      f.meant !== undefined
        ? `Correct the report address in the DMARC record from ${f.destination} to ${f.meant}.`
        : f.because === undefined
          ? `Ask the administrator of ${f.destination} to publish as TXT at ${f.record}: v=DMARC1`
          : 'Use a report address at your own domain, or the one that a DMARC report service gives you.',
    publish: f => ((f.because ?? f.meant) === undefined ? toPublish(f.record, 'v=DMARC1') : null),
    clause: 'RFC 9990 section 4',
  },
  nonmail_dmarc_missing: {
    check: 'dmarc',
    points: -20,
    title: 'Non-mail domain without DMARC',
    subject: null,
    meaning: f => {
      const [fault] = f.faults ?? []
      const why =
        fault === undefined
          ? ''
          : ` Receivers ignore the record${f.at === undefined ? '' : ` at ${f.at}`}: ${dmarcFaultText(fault)}.`
      return `${f.domain} sends no mail, but no DMARC policy protects it.${why}${f.loop === undefined ? '' : ` ${loopText(f.loop)}`}`
    },
    advice: f => {
      if ((f.alias ?? f.loop) !== undefined && f.record === null) {
        return aliasAdvice(`_dmarc.${f.domain}`, `as TXT: ${refusingRecord}`)
      }
      const { domain: location, ...there } = f
      const place = { ...there, location, record: f.record ?? refusingRecord }
      if (f.record === null) return `Correct the record at ${nameOf(place)} and set p=reject.`
      return publishing(place, 'set p=reject', f.faults === undefined || f.at !== undefined ? '' : ' instead')
    },
    publish: f => toPublish(f.name ?? `_dmarc.${f.domain}`, f.record === undefined ? refusingRecord : f.record),
    clause: 'RFC 9989 section 4.10.1',
  },
  nonmail_dmarc_weak: {
    check: 'dmarc',
    points: -10,
    title: 'Non-mail domain with a weak DMARC policy',
    subject: null,
    meaning: f => `The domain sends no mail. This policy lets spoofed mail through.${ignoredText(f)}`,
    advice: f => rejecting(f, ', without t=y and without pct'),
    publish: f => toPublish(nameOf(f), f.record),
    clause: 'RFC 9989 section 4.7',
  },
  nonmail_dmarc_quarantine: {
    check: 'dmarc',
    points: -3,
    title: 'Non-mail domain could reject',
    subject: null,
    meaning: f => `The domain sends no mail. Spoofed mail still reaches spam folders.${ignoredText(f)}`,
    advice: f => rejecting(f, ''),
    publish: f => toPublish(nameOf(f), f.record),
    clause: 'RFC 9989 section 4.7',
  },
}

export const dmarcFinding = findingsIn(dmarcRows)

function toPublish(name: string | undefined, record: string | null | undefined): DnsRecordToPublish | null {
  return name === undefined || record == null ? null : { name, type: 'TXT', value: record }
}
