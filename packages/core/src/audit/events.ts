import type { AuditGroup } from './groups.ts'

interface Words {
  group: AuditGroup
  /**
   * What the subject is: a domain, by which the log can be filtered; something else; or there is none, and it is ''. With
   * `domains` there is none either, and the log can be filtered by each of the names in the detail.
   */
  about: 'domain' | 'domains' | 'other' | 'nothing'
  /** What was done, in plain words and without the person: "Added the domain example.com". */
  text: (subject: string, detail: never) => string
}

const plain = <D>(group: AuditGroup, text: (detail: D) => string) =>
  ({ group, about: 'nothing', text: (_subject: string, detail: D) => text(detail) }) as const

const on = <D>(group: AuditGroup, text: (subject: string, detail: D) => string) =>
  ({ group, about: 'other', text }) as const

const onDomain = <D>(group: AuditGroup, text: (domain: string, detail: D) => string) =>
  ({ group, about: 'domain', text }) as const

const onDomains = <D extends { names: readonly string[] }>(group: AuditGroup, text: (detail: D) => string) =>
  ({ group, about: 'domains', text: (_subject: string, detail: D) => text(detail) }) as const

interface Change {
  from: string
  to: string
}

/** Every action that the audit log records: its group, its words, and with their parameters what is stored of it. */
const actions = {
  'account.created': plain('account', () => 'Created the account'),
  'account.signed_in': plain('account', () => 'Signed in'),
  'account.code_refused': plain('account', () => 'Entered a wrong code of two-factor authentication'),
  'account.session_ended': plain('account', () => 'Signed out another session'),
  'account.sessions_ended': plain('account', () => 'Signed out all other sessions'),
  'account.password_changed': plain('account', () => 'Changed the password and signed out all other sessions'),
  'account.password_reset': plain('account', () => 'Set a new password with a link and signed out all sessions'),
  'account.reset_link_made': plain('account', () => 'Made a link that sets a new password'),
  'account.two_factor_on': plain('account', () => 'Turned on two-factor authentication'),
  'account.two_factor_off': plain('account', () => 'Turned off two-factor authentication'),
  'account.backup_codes_made': plain('account', () => 'Made new backup codes'),
  'account.email_changed': plain(
    'account',
    ({ from, to }: Change) => `Changed the email address from ${from} to ${to}`,
  ),
  'account.deleted': plain('account', () => 'Deleted the account'),
  'account.restored': plain('account', () => 'Restored the account'),
  'account.exported': plain('account', () => 'Exported the data of the account with this workspace'),
  'domain.added': onDomain('domains', domain => `Added the domain ${domain}`),
  'domain.imported': onDomains('domains', ({ count, names }: { count: number; names: readonly string[] }) => {
    return `Added ${plural(count, 'domain')} from a list: ${listed(names, count)}`
  }),
  'domain.removed': onDomain('domains', domain => `Deleted the domain ${domain} with its scans`),
  'domain.schedule_changed': onDomain('domains', (domain, { from, to }: Change) => {
    return `Changed the scheduled scans of ${domain} from ${from} to ${to}`
  }),
  'domain.selector_added': onDomain('domains', (domain, { selector }: Selector) => {
    return `Added the DKIM selector ${selector} to ${domain}`
  }),
  'domain.selector_removed': onDomain('domains', (domain, { selector }: Selector) => {
    return `Deleted the DKIM selector ${selector} of ${domain}`
  }),
  'report.shared': onDomain('domains', (domain, { day }: { day: string }) => {
    return `Created a link to the report of ${domain}, which expires on ${day}`
  }),
  'report.share_revoked': onDomain('domains', domain => `Revoked a link to the report of ${domain}`),
  'finding.accepted': onDomain('findings', (domain, { finding }: Decision) => `Accepted “${finding}” on ${domain}`),
  'finding.muted': onDomain('findings', (domain, { finding }: Decision) => `Muted “${finding}” on ${domain}`),
  'finding.undone': onDomain('findings', (domain, { finding }: Decision) => {
    return `Undid the decision about “${finding}” on ${domain}`
  }),
  'record.spf_generated': onDomain('records', domain => `Generated an SPF record for ${domain}`),
  'record.dmarc_generated': onDomain('records', domain => `Generated a DMARC record for ${domain}`),
  'record.hosted': onDomain('records', domain => `Created the hosted SPF record of ${domain}`),
  'record.hosted_changed': onDomain('records', domain => `Changed the hosted SPF record of ${domain}`),
  'record.additions_accepted': onDomain(
    'records',
    domain => `Accepted upstream additions to the hosted SPF record of ${domain}`,
  ),
  'record.additions_kept_out': onDomain(
    'records',
    domain => `Kept upstream additions out of the hosted SPF record of ${domain}`,
  ),
  'record.hosted_removed': onDomain('records', domain => `Deleted the hosted SPF record of ${domain}`),
  'workspace.renamed': plain('settings', ({ from, to }: Change) => `Renamed the workspace from ${from} to ${to}`),
  'reports.branded': plain('settings', () => 'Changed the name and the logo on reports'),
  'reports.logo_removed': plain('settings', () => 'Removed the logo from reports'),
  'alerts.changed': plain('settings', ({ names }: { names: readonly string[] }) => {
    return `Changed the alert settings: ${listed(names, names.length)}`
  }),
  'alerts.webhook_set': on('settings', channel => `Set the webhook for ${channel}`),
  'alerts.webhook_removed': on('settings', channel => `Removed the webhook for ${channel}`),
  'alerts.secret_renewed': plain('settings', () => 'Made a new secret for the webhook signatures'),
  'alerts.resumed': on('settings', channel => `Resumed alerts by ${channel}`),
  'alerts.address_confirmed': on('settings', email => `Confirmed ${email} for alerts`),
  'alerts.unsubscribed': on('settings', email => `Unsubscribed ${email} from alerts`),
  'monitoring.changed': plain('settings', ({ from, to }: Change) => `Changed DNS monitoring from ${from} to ${to}`),
  'blacklist.added': on('settings', zone => `Added the blocklist ${zone}`),
  'blacklist.removed': on('settings', zone => `Deleted the blocklist ${zone}`),
  'blacklist.off_changed': plain('settings', ({ names }: { names: readonly string[] }) => {
    if (names.length === 0) return 'Turned on all blocklists'
    return `Changed which blocklists are off: ${listed(names, names.length)}`
  }),
  'addresses.watched': on('settings', range => `Added the watched address ${range}`),
  'addresses.unwatched': on('settings', range => `Deleted the watched address ${range}`),
  'member.invited': plain('members', ({ role }: { role: string }) => `Created an invitation with the role ${role}`),
  'member.invitation_revoked': plain('members', ({ role }: { role: string }) => {
    return `Revoked an invitation with the role ${role}`
  }),
  'member.joined': plain('members', ({ role }: { role: string }) => `Joined the workspace with the role ${role}`),
  'member.role_changed': on('members', (member, { from, to }: Change) => {
    return `Changed the role of ${member || someone} from ${from} to ${to}`
  }),
  'member.removed': on('members', member => `Removed ${member || someone} from the workspace`),
  'member.left': plain('members', () => 'Left the workspace'),
  'key.created': on('keys', (key, { scopes }: { scopes: readonly string[] }) => {
    return `Created the API key ${key} with the scopes ${scopes.join(', ')}`
  }),
  'key.revoked': on('keys', key => `Revoked the API key ${key}`),
  'plan.page_opened': plain('plan', ({ plan, period }: { plan: string; period: string }) => {
    return `Opened the payment page for ${plan}, billed ${period}`
  }),
  'plan.changed': plain('plan', ({ from, to }: Change) => `Changed the plan from ${from} to ${to}`),
  'plan.scheduled': plain('plan', ({ to, day }: { to: string; day: string }) => {
    return `Scheduled the change to ${to} for ${day}`
  }),
  'plan.unscheduled': plain('plan', () => 'Took back the scheduled change of the plan'),
  'plan.granted': plain('plan', ({ to }: { to: string }) => `Gave the workspace the plan ${to} without a payment`),
} satisfies Record<string, Words>

interface Selector {
  selector: string
}

interface Decision {
  finding: string
}

/** The email address of a member whose account was deleted since is not kept. */
const someone = 'a member whose account is deleted'

export type AuditAction = keyof typeof actions

/** All actions, for the column of the database and the schema of the API. */
export const auditActions = Object.keys(actions) as [AuditAction, ...AuditAction[]]

type Row<A extends AuditAction> = (typeof actions)[A]

/** Null: the words need nothing but the subject. */
type DetailOf<A extends AuditAction> = unknown extends Parameters<Row<A>['text']>[1]
  ? null
  : Parameters<Row<A>['text']>[1]

/** What is recorded: an action, what it is about, and what its words need. */
export type AuditEvent = {
  [A in AuditAction]: { action: A } & (Row<A>['about'] extends 'nothing' | 'domains'
    ? { subject?: '' }
    : { subject: string }) &
    (DetailOf<A> extends null ? { detail?: never } : { detail: DetailOf<A> })
}[AuditAction]

/** A small object of texts, numbers and lists of texts, as it is stored. */
export type AuditDetail = Readonly<Record<string, string | number | readonly string[]>>

export function groupOf(action: AuditAction): AuditGroup {
  return actions[action].group
}

/** The names of an event about several domains; none for every other event. */
export function domainsOf({ action, detail }: AuditEvent): readonly string[] {
  // `onDomains` takes only details with names.
  return actions[action].about === 'domains' ? (detail as { names: readonly string[] }).names : []
}

/** The actions of a group; with `ofDomain` only those about a domain, or several. */
export function actionsIn(group: AuditGroup | undefined, { ofDomain }: { ofDomain: boolean }): AuditAction[] {
  return auditActions.filter(action => {
    const row: Words = actions[action]
    return (
      (group === undefined || row.group === group) && (!ofDomain || row.about === 'domain' || row.about === 'domains')
    )
  })
}

/** The part of a stored detail that names who acted as the person. */
const impersonatorKey = 'impersonator'

/** The detail with the one who acted as the person, by the auth provider's name; null: the person did it. */
export function withImpersonator(detail: AuditDetail, impersonator: string | null): AuditDetail {
  return impersonator === null ? detail : { ...detail, [impersonatorKey]: impersonator }
}

/** The stored event in plain words, for the screen, the API and the export. */
export function auditText({
  action,
  subject,
  detail,
}: {
  action: AuditAction
  subject: string
  detail: AuditDetail
}): string {
  const text: (subject: string, detail: AuditDetail) => string = actions[action].text as never
  const by = detail[impersonatorKey]
  const who = typeof by === 'string' ? ` (done by ${by}, who was signed in as this person)` : ''
  return `${text(subject, detail)}${who}`
}

/** Names of a list that are kept and shown. */
export const namesKept = 10

function listed(names: readonly string[], count: number): string {
  const shown = names.slice(0, namesKept)
  const rest = count - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

const plural = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`
