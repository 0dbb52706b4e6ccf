import type { SpfRemedy } from './remedy.ts'
import { fewTexts, ignoredTexts, problemTexts } from './repair-words.ts'
import type { NamedService } from './service-hints.ts'
import type { SpfPlaceText } from './value.ts'

/** A missing SPF record. Optional facts are absent in scans of earlier versions. */
export interface MissingFacts {
  domain: string
  /** What is published instead, and was meant as SPF. */
  remedy?: SpfRemedy
  /** Where that is; absent: at the domain itself. */
  at?: SpfPlaceText
  /** Whether the domain has an MX; absent: unknown. */
  receivesMail?: boolean
  /** The service that receives the domain's mail, with the include of its own documentation. */
  service?: NamedService
  /** A provider behind the MX whose hosts are not known to send for its customers. */
  receiver?: string
  /** The include of the customers who send through `receiver`. */
  receiverInclude?: string
}

/** What receivers find. */
export function missingMeaning({ domain, remedy, at }: MissingFacts): string {
  const effect = `Receivers cannot tell which servers may send for ${domain}. SPF never passes.`
  if (remedy === undefined) return effect
  if (at === undefined) {
    return `Receivers ignore a TXT record that looks like SPF. ${fewTexts([...problemTexts(remedy.causes), ...ignoredTexts(remedy.causes)])}`.trim()
  }
  if (at.type === 'SPF') {
    return `The record at ${at.name} has the obsolete type SPF (99). Receivers look only for TXT.`
  }
  return `The SPF record is at ${at.name}. Receivers look for it only at ${domain}.`
}

/** The record of a domain that sends no mail. */
export const silent = 'v=spf1 -all'
/** The record of a domain whose mail servers send all its mail. */
const mailServers = 'v=spf1 mx ~all'

function ofInclude(include: string): string {
  return `v=spf1 include:${include} ~all`
}

/** The records that `missingAdvice` spells out without a remedy, for the cases that it names. */
export function missingAdvised(f: MissingFacts) {
  const { domain, remedy, receivesMail, service, receiver, receiverInclude } = f
  const records = (...values: readonly string[]) => values.map(value => ({ name: domain, type: 'TXT', value }) as const)
  if (remedy !== undefined) return []
  if (receivesMail === false) return records(silent)
  if (service !== undefined) return records(ofInclude(service.include))
  if (receiver === undefined) return records(mailServers, silent)
  return receiverInclude === undefined ? records(silent) : records(ofInclude(receiverInclude), silent)
}

/** What to publish. */
export function missingAdvice(f: MissingFacts): string {
  const { domain, remedy, at, receivesMail, service, receiver, receiverInclude } = f
  if (remedy !== undefined && remedy.record !== null) {
    return at === undefined
      ? `Replace it with this TXT record at ${domain}: ${remedy.record}`
      : `Publish as TXT at ${domain}: ${remedy.record}`
  }
  if (remedy !== undefined) {
    return `Publish one TXT record at ${domain} that begins with v=spf1, names the servers that send your mail, and ends with ~all.`
  }
  if (receivesMail === false) {
    return `Publish as TXT at ${domain}, if it sends no mail: ${silent}. If it sends mail, add its servers between v=spf1 and -all.`
  }
  if (service !== undefined) {
    return `Publish as TXT at ${domain}: ${ofInclude(service.include)}. It allows ${service.name}, which receives your mail. Add every other service that sends.`
  }
  if (receiver !== undefined && receiverInclude !== undefined) {
    return `Publish as TXT at ${domain}, if you send through ${receiver}: ${ofInclude(receiverInclude)}. Add every other server and service that sends. Do not rely on mx, because the servers of ${receiver} may only receive. If ${domain} sends no mail, publish: ${silent}`
  }
  if (receiver !== undefined) {
    return `Publish a TXT record at ${domain} that begins with v=spf1, names the servers that send for it, and ends with ~all. Do not rely on mx, because the servers of ${receiver} may only receive. If ${domain} sends no mail, publish: ${silent}`
  }
  return `Publish as TXT at ${domain}, if only its mail servers send: ${mailServers}. If other servers send too, add them in front of ~all. If it sends no mail, publish: ${silent}`
}
