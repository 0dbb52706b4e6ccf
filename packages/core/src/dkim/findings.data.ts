import { type DnsRecordToPublish, type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, displayText, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'
import { microsoft } from './microsoft.ts'
import { type DkimFault, dkimProblemWords } from './problem.ts'

/** A key that was published under the domain's name twice, and the record to publish under the right name. */
export interface DoubledFacts {
  name: string
  hostname: string
  record: string
}

/** What the wording of a finding about DKIM needs to know. Optional facts are absent in older scans. */
export interface DkimFacts {
  /** A name in a zone of `owner`, where only that provider can publish. */
  dkim_provider_name: { domain: string; owner: string }
  /**
   * `because`: DNSSEC proves it, two of the zone's own servers say it, or none of the selectors given exists. `parent`:
   * the domain above, whose keys do not count because alignment is strict. `portal`: a name in Microsoft's own zone, where
   * only Microsoft can publish.
   */
  dkim_not_found_sure: {
    domain: string
    because: 'authenticated' | 'two-servers' | 'given'
    selectors: string
    parent?: string
    portal?: string
    doubled?: DoubledFacts
  }
  /**
   * `unguessable`: only in older scans. `dangling`: selectors whose CNAME leads to no key. `wildcard`: the name that has a
   * key for every selector.
   */
  dkim_not_found_unsure: {
    tried: number
    unguessable?: string
    dangling?: string
    wildcard?: string
    parent?: string
    portal?: string
    doubled?: DoubledFacts
  }
  /** `providers`: those that send, with selectors that cannot be guessed. `below`: the name below which names exist. */
  dkim_not_found_unguessable: {
    tried: number
    providers: string
    below: string
    portal?: string
    doubled?: DoubledFacts
  }
  /** `other`: the second selector of Microsoft 365, if it has no CNAME; else empty. */
  dkim_not_enabled: { domain: string; selectors: string; other: string }
  /** `provider`: it sends for the domain. `selectors`: their CNAMEs lead to it. Other keys of the domain work. */
  dkim_service_unsigned: DanglingFacts
  /** The same where it is unknown whether the provider still sends, or where it has another key. */
  dkim_dangling: DanglingFacts
  dkim_bogus: { domain: string; selectors: string; broken: BrokenZone }
  dkim_weak: { selectors: string; bits: number }
  dkim_weak_beside: { selectors: string; bits: number }
  dkim_ed25519_only: { selectors: string }
  dkim_1024: { selector: string; bits: number }
  dkim_revoked_only: { selectors: string }
  /** `problem`: a sentence in older scans. `alias`: the name that has the record, if another one; else empty. */
  dkim_invalid: BrokenFacts
  /** Another key works. */
  dkim_broken_beside: BrokenFacts
  dkim_several_records: { hostname: string; alias: string }
  /** `record`: without the flag of the test mode. */
  dkim_testing_only: { hostname: string; alias: string; record: string }
  dkim_other_text: { hostname: string; text: string }
}

interface DanglingFacts {
  domain: string
  provider: string
  /** The provider's id. */
  id: string
  selectors: string
}

interface BrokenFacts {
  hostname: string
  problem: string | DkimFault
  alias?: string
  repaired?: string | null
}

export type DkimFinding = FindingOf<DkimFacts>

const enable = 'Enable DKIM at your mail provider and publish the records it gives you.'
const addSelector =
  'Add your selector to the next scan. It is the s= tag in the DKIM-Signature header of a message that you sent.'

/** The keys of the domain above do not count under strict alignment. */
function strictly(parent: string | undefined, otherwise = ''): string {
  return parent === undefined ? otherwise : ` Keys of ${parent} do not count under adkim=s.`
}

function underRightName({ name, hostname, record }: DoubledFacts): string {
  return `Correct the name of the key record ${name}, which ends in the domain twice. Publish as TXT at ${hostname}: ${record}`
}

/** In Microsoft's own zone the owner can publish nothing: Microsoft publishes the keys that the portal makes. */
function portalAdvice({ portal: domain }: { portal?: string | undefined }): string | null {
  return domain === undefined ? null : `Enable DKIM for ${domain} ${portal}. Microsoft then publishes the keys.`
}

function rightName(doubled: DoubledFacts | undefined) {
  return doubled === undefined ? null : ({ name: doubled.hostname, type: 'TXT', value: doubled.record } as const)
}

export const dkimRows: FindingRows<DkimFacts> = {
  dkim_provider_name: {
    check: 'dkim',
    points: 0,
    title: 'Only the provider can publish DKIM',
    subject: null,
    meaning: f => `${f.domain} is a name of ${f.owner}. Only ${f.owner} can publish DKIM keys for it.`,
    advice: f => `Send mail from a domain of your own, and leave this name to ${f.owner}.`,
    clause: 'RFC 6376 section 3.6.2.1',
  },
  dkim_not_found_sure: {
    check: 'dkim',
    points: -10,
    title: 'DKIM is not set up',
    subject: f => `_domainkey.${f.domain}`,
    meaning: f =>
      (f.because === 'given'
        ? `None of the selectors added for this domain (${f.selectors}) has a key. Mail signed with them fails DKIM.`
        : `Nothing exists below _domainkey.${f.domain}, so no mail can have a DKIM signature of this domain.`) +
      strictly(f.parent, ' Signatures of other domains do not count for DMARC.'),
    advice: f =>
      portalAdvice(f) ??
      (f.doubled === undefined ? `${enable} Already signing? ${addSelector}` : underRightName(f.doubled)),
    publish: f => rightName(f.doubled),
    clause: 'RFC 6376 section 3.6.2.1',
  },
  dkim_not_found_unsure: {
    check: 'dkim',
    points: -5,
    title: 'No DKIM key found among known selectors',
    titleOf: f => (f.wildcard === undefined ? null : 'A wildcard answers every DKIM selector'),
    commonTitle: 'No DKIM key found, or a wildcard for all selectors',
    subject: null,
    meaning: f =>
      (f.wildcard === undefined
        ? `None of the ${f.tried} selectors tried has a key. If no other has one, receivers treat mail as unsigned.`
        : `The wildcard ${f.wildcard} answers all ${f.tried} selectors tried with one key. Receivers then accept signatures under any selector.`) +
      (f.dangling ? ` The CNAME of ${f.dangling} leads to no key.` : strictly(f.parent)),
    advice: f => {
      if (f.portal !== undefined) return portalAdvice(f) ?? ''
      if (f.doubled !== undefined) return underRightName(f.doubled)
      return f.wildcard === undefined
        ? `${addSelector} Not signing yet? ${enable}`
        : `Publish the key under the selector that signs your mail, and remove ${f.wildcard}. You can then revoke one key without the others.`
    },
    publish: f => rightName(f.doubled),
    clause: 'RFC 6376 section 3.1',
  },
  dkim_not_found_unguessable: {
    check: 'dkim',
    points: 0,
    title: 'Add your DKIM selectors',
    subject: null,
    meaning: f => {
      const tried = `None of the ${f.tried} selectors tried has a key.`
      if (f.providers !== '')
        return `${tried} ${f.providers} may sign under selectors that cannot be guessed. Without keys, mail is unsigned.`
      return `${tried} Names exist below _domainkey.${f.below}, so keys may exist under other selectors. Without keys, mail is unsigned.`
    },
    advice: f => portalAdvice(f) ?? (f.doubled === undefined ? addSelector : underRightName(f.doubled)),
    publish: f => rightName(f.doubled),
    clause: 'RFC 6376 section 3.1',
  },
  dkim_not_enabled: {
    check: 'dkim',
    points: -10,
    title: 'DKIM is not enabled at Microsoft 365',
    subject: null,
    meaning: f =>
      `The CNAME of ${f.selectors} leads to Microsoft 365, where no key exists. Mail has no valid signature of ${f.domain}, so DMARC fails for forwarded mail.`,
    advice: f =>
      `Enable DKIM for ${f.domain} ${portal}. ` +
      (f.other === ''
        ? 'The CNAME records are already correct.'
        : `Also publish the CNAME of ${f.other} that the portal shows.`),
    clause: 'RFC 6376 section 3.6.2.1',
  },
  dkim_service_unsigned: {
    check: 'dkim',
    points: -5,
    title: 'A sending service has no DKIM key',
    subject: f => f.provider,
    meaning: f =>
      `The CNAME of ${f.selectors} leads to ${f.provider}, where no key exists. Mail that it sends has no valid signature of ${f.domain}.`,
    advice: f => `${enableAt(f)} The CNAME is already published.`,
    clause: 'RFC 6376 section 3.6.2.1',
  },
  dkim_dangling: {
    check: 'dkim',
    points: 0,
    title: 'A DKIM CNAME leads to no key',
    subject: f => f.provider,
    meaning: f =>
      `The CNAME of ${f.selectors} leads to ${f.provider}, where no key exists. Mail signed with such a selector fails DKIM.`,
    advice: f =>
      `Remove the CNAME of ${f.selectors} if ${f.provider} no longer sends for you. Otherwise enable DKIM there.`,
    clause: 'RFC 6376 section 3.6.2.1',
  },
  dkim_bogus: {
    check: 'dkim',
    points: -5,
    title: 'DKIM keys in a zone with broken DNSSEC',
    subject: f => f.broken.zone,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Validating receivers cannot read the keys (${f.selectors}).`,
    advice: f =>
      `${dnssecAdvice(f.broken, isSubdomain(f.broken.zone, f.domain))} Until then, sign with keys in a zone that validates.`,
    clause: 'RFC 6376 section 6.1.2',
  },
  dkim_weak: {
    check: 'dkim',
    points: -15,
    title: 'All DKIM keys are below 1024 bits',
    subject: null,
    meaning: f => `The best key (${f.selectors}) has ${f.bits} bits. Receivers must reject keys below 1024 bits.`,
    advice: () => 'Create a key of 2048 bits, publish it under a new selector and sign with it.',
    clause: 'RFC 8301 section 3.2',
  },
  dkim_weak_beside: {
    check: 'dkim',
    points: -5,
    title: 'A DKIM key is below 1024 bits, beside a strong key',
    subject: null,
    meaning: f =>
      `Keys of at most ${f.bits} bits (${f.selectors}) can be broken. A spoofer can then sign mail as this domain.`,
    advice: f => `Stop signing with ${f.selectors}, then remove the record or replace its key with one of 2048 bits.`,
    clause: 'RFC 8301 section 3.2',
  },
  dkim_ed25519_only: {
    check: 'dkim',
    points: -5,
    title: 'DKIM uses only Ed25519 keys',
    subject: null,
    meaning: f => `Few receivers verify Ed25519 (${f.selectors}). The others treat the mail as unsigned.`,
    advice: () => 'Sign with an RSA key of 2048 bits as well, published under its own selector.',
    clause: 'RFC 8463 section 6',
  },
  dkim_1024: {
    check: 'dkim',
    points: -2,
    title: 'DKIM key of 1024 to 2047 bits',
    subject: null,
    meaning: f =>
      `The best key (${f.selector}) has ${f.bits} bits. Receivers still accept it, but 2048 bits are recommended.`,
    advice: () => 'Create a key of 2048 bits, publish it under a new selector and sign with it.',
    clause: 'RFC 8301 section 3.2',
  },
  dkim_revoked_only: {
    check: 'dkim',
    points: -8,
    title: 'All DKIM keys are revoked',
    subject: null,
    meaning: f =>
      `Every key found (${f.selectors}) has an empty p=, which revokes it. Signatures with these keys fail.`,
    advice: () => 'Publish a key under a new selector and sign with it. You can keep the revoked keys.',
    clause: 'RFC 6376 section 3.6.1',
  },
  dkim_invalid: {
    check: 'dkim',
    points: -8,
    title: 'DKIM record cannot be parsed',
    subject: f => f.hostname,
    meaning: f => `Receivers cannot use the key at ${f.hostname}: ${problemWords(f.problem)}.`,
    advice: brokenAdvice,
    publish: repairedRecord,
    clause: 'RFC 6376 section 3.6.1',
  },
  dkim_broken_beside: {
    check: 'dkim',
    points: 0,
    title: 'A DKIM key beside a working one is broken',
    subject: f => f.hostname,
    meaning: f =>
      `Receivers cannot use the key at ${f.hostname}: ${problemWords(f.problem)}. Mail signed with it fails DKIM.`,
    advice: brokenAdvice,
    publish: repairedRecord,
    clause: 'RFC 6376 section 3.6.1',
  },
  dkim_several_records: {
    check: 'dkim',
    points: 0,
    title: 'One selector has several DKIM records',
    subject: f => f.hostname,
    meaning: f =>
      `${f.hostname} has more than one key record. No standard says which one receivers use, so some signatures may fail.`,
    advice: f =>
      f.alias
        ? `Ask the provider of ${f.alias} to keep only one record there. ${f.hostname} is an alias of that name.`
        : `Keep the record of the key that signs your mail at ${f.hostname}, and publish each other key under its own selector.`,
    clause: 'RFC 6376 section 3.6.2.2',
  },
  dkim_testing_only: {
    check: 'dkim',
    points: 0,
    title: 'All DKIM keys are in test mode',
    subject: null,
    meaning: f =>
      `The record at ${f.hostname} has t=y, so receivers treat signed mail as unsigned. No other key works without it.`,
    advice: f =>
      f.alias
        ? `Ask the provider of ${f.alias} to end the test mode. ${f.hostname} is an alias of that name.`
        : `Publish as TXT at ${f.hostname}, without t=y: ${f.record}`,
    publish: f => (f.alias ? null : { name: f.hostname, type: 'TXT', value: f.record }),
    clause: 'RFC 6376 section 3.6.1',
  },
  dkim_other_text: {
    check: 'dkim',
    points: 0,
    title: 'The text at a selector is no DKIM record',
    subject: f => f.hostname,
    // Not all of the text: it can be a record for another name.
    meaning: f =>
      `${f.hostname} has a text that is no DKIM key. It begins with "${beginningOf(f.text)}". Receivers treat mail signed with this selector as unsigned.`,
    advice: f =>
      `Publish at ${f.hostname} the record that your mail provider gives for this selector, and move that text to the name where it belongs.`,
    clause: 'RFC 6376 section 3.6.2.2',
  },
}

const portal = 'in the Microsoft Defender portal, under Email authentication settings'

function enableAt({ id, provider, domain }: DanglingFacts): string {
  return `Enable DKIM for ${domain} ${id === microsoft ? portal : `at ${provider}`}.`
}

/** The first word of a text, cut. */
function beginningOf(text: string): string {
  return displayText(/^\s{0,9}([^\s;]{0,40})/.exec(text)?.[1] ?? '', 40)
}

function brokenAdvice({ hostname, problem, alias, repaired }: BrokenFacts): string {
  if (alias) return `Ask the provider of ${alias} to repair the record. ${hostname} is an alias of that name.`
  if (repaired) return `Publish as TXT at ${hostname}: ${repaired}`
  return adviceFor(typeof problem === 'string' ? '' : problem.code, hostname)
}

function repairedRecord({ hostname, alias, repaired }: BrokenFacts): DnsRecordToPublish | null {
  return repaired && !alias ? { name: hostname, type: 'TXT', value: repaired } : null
}

function problemWords(problem: string | DkimFault): string {
  return typeof problem === 'string' ? problem : dkimProblemWords(problem)
}

function adviceFor(code: string, hostname: string): string {
  if (code === 'private-key')
    return `Remove the record at ${hostname}, create a new key pair, and publish only its public key under a new selector.`
  if (code === 'two-records') return `Publish at ${hostname} only the record of the key that signs your mail.`
  const isIncomplete = code.startsWith('key-cut') || code === 'key-piece-missing' || code === 'key-head-missing'
  return isIncomplete
    ? `Publish the whole key at ${hostname} again, in strings of at most 255 characters.`
    : `Publish the record at ${hostname} again, exactly as your mail provider gives it.`
}

export const dkimFinding = findingsIn(dkimRows)
