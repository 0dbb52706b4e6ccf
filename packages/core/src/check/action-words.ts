import type { Action } from './action.ts'
import { checkNames } from './check-id.ts'
import type { DnsRecordToPublish, FindingWords } from './finding-row.ts'

/** The text of an action's button, a few words that begin with a verb. */
export function actionLabel(action: Action): string {
  switch (action.kind) {
    case 'publish':
      return action.replaces === null ? 'Publish the record' : 'Replace the record'
    case 'builder':
      return `Open the ${builderNames[action.tool]} builder`
    case 'edit':
      if (action.adds) return `Add ${/^[AM]/.test(action.type) ? 'an' : 'a'} ${action.type} record`
      return action.remove === null ? `Change the ${action.type} records` : `Remove the ${action.type} record`
    case 'selector':
      return 'Add your selector'
    case 'delist':
      return action.self ? 'Request removal' : 'See how the listing ends'
    case 'see':
      return `See ${checkNames[action.check].title}`
    case 'retry':
      return testAgainAfter(`${action.at.slice(0, 16).replace('T', ' ')} UTC`)
    case 'serve':
      if (!action.exists) return 'Publish the policy file'
      return action.text === null ? 'Change the policy file' : 'Replace the policy file'
    case 'ask':
      return askLabel(action)
    default:
      return action satisfies never
  }
}

/** When a test counts again that was run too early. @param time as the place words it, "2026-11-20 18:00 UTC" */
export function testAgainAfter(time: string): string {
  return `Test again after ${time}`
}

export const builderNames = { spf: 'SPF', dmarc: 'DMARC' } as const

function askLabel({ party, name }: Extract<Action, { kind: 'ask' }>): string {
  switch (party) {
    case 'registrar':
      return 'Ask your registrar'
    case 'dns-provider':
      return 'Ask your DNS provider'
    case 'mail-provider':
      return name === null ? 'Ask your mail provider' : `Ask ${name}`
    case 'mail-administrator':
    case 'zone-administrator':
      return `Ask the administrator of ${name}`
    case 'host-provider':
      return `Ask the provider of ${name}`
    case 'threat-source':
      return 'Request a review'
    default:
      return party satisfies never
  }
}

/** What to do with the record of an action of the kind `serve`, once the file is served. */
export function announceWords({ exists }: Pick<Extract<Action, { kind: 'serve' }>, 'exists'>): string {
  return exists
    ? 'Then replace the TXT record of this host with this one, so that senders fetch the new file:'
    : 'Then publish this TXT record:'
}

/** When to publish the records that the advice names for cases that only the owner knows. */
export function advisedWords(count: number): string {
  return count === 1
    ? 'The text above says when to publish this record:'
    : 'The text above says when to publish each of these records:'
}

/** What to do with a policy file: its address follows. */
export function serveWords({ text, exists }: Pick<Extract<Action, { kind: 'serve' }>, 'text' | 'exists'>): string {
  if (text !== null) return 'Serve this file over HTTPS:'
  return `${exists ? 'Change the' : 'Serve a'} policy file as described above:`
}

/** What to do with a record at a DNS provider, in sentences. It says which record goes, and that the others stay. */
export function publishWords({ record: { type }, replaces }: Extract<Action, { kind: 'publish' }>): string {
  if (replaces === null) return `At your DNS provider, add this ${type} record.`
  if (replaces === 'any') {
    return `At your DNS provider, replace the ${type} record of this host with this one. If the host has several, keep only this one.`
  }
  return type === 'MX'
    ? `At your DNS provider, replace the MX record that names ${replaces} with this one. Keep the other MX records.`
    : `At your DNS provider, replace the ${type} record that begins with ${replaces} with this one. If there are several, keep only this one. Keep all other ${type} records.`
}

/**
 * A message to the party that must act, ready to send. It has no advice, which is for the owner of the domain.
 *
 * @param domain the scanned name
 */
export function requestText(
  domain: string,
  { reason, meaning, clause }: Pick<FindingWords, 'reason' | 'meaning' | 'clause'>,
  { party, record }: Pick<Extract<Action, { kind: 'ask' }>, 'party' | 'record'>,
): string {
  const please =
    record !== null
      ? `Please publish: ${record.name} ${record.type} ${record.value}`
      : party === 'threat-source'
        ? 'We fixed the cause. Please review this entry.'
        : 'Please fix this, or tell us what we must change.'
  return `A scan of ${domain} found a problem: ${reason}.\n\n${meaning}\n\n${please}\n\nReference: ${clause}\n`
}

/** An action in one line, for the command line: what to do, and with what. */
export function actionLine(action: Action, domain: string): string {
  const label = actionLabel(action)
  switch (action.kind) {
    case 'publish':
      return `${label}: ${recordLine(action.record)}`
    case 'builder':
      return `${label} for ${domain} in the web application`
    case 'edit':
      return `${label} at ${action.name}${action.remove === null ? '' : `: ${action.remove}`}`
    case 'selector':
      return `${label}: waxseal dkim lookup ${domain} SELECTOR`
    case 'delist':
      return `${label} for ${action.subject}: ${action.url}`
    case 'serve':
      return `${label} at ${action.url}`
    case 'ask':
      return action.record === null ? label : `${label} to publish: ${recordLine(action.record)}`
    case 'see':
    case 'retry':
      return label
    default:
      return action satisfies never
  }
}

function recordLine({ name, type, value }: DnsRecordToPublish): string {
  return `${name} ${type} ${value}`
}
