import type { KeyScope } from '@waxseal/core/plan'
import type * as routes from './routes.ts'
import type { keyNever } from './wording.ts'

/** Every call that needs sign-in. */
type UserRoute = Extract<(typeof routes)[keyof typeof routes], { auth: 'user' }>

/** The scope that lets an API key make a call, or why no key may make it. */
export type KeyAccess = KeyScope | { never: keyof typeof keyNever }

const person = { never: 'person' } as const
const members = { never: 'members' } as const
const keys = { never: 'keys' } as const
const chat = { never: 'chat' } as const
const billing = { never: 'billing' } as const

/**
 * What API keys may do, by endpoint id. A call without its row does not compile. The rules: `read` for what a viewer may
 * get, `scan` for starting scans, `write` for what else an editor may do, `admin` for the settings of alerts, blocklists
 * and reports, the assistant and the audit log. Members, keys, money and what is personal stay with people.
 */
export const keyAccess = {
  'auth.me': person,
  'usage.scans-this-month': 'read',
  'usage.chat-today': 'read',
  'vt.usage': 'read',
  'vt.dashboard-stats': 'read',
  'dashboard.activity-feed': 'read',
  'dashboard.issue-breakdown': 'read',
  'dashboard.priority-actions': 'read',
  'domains.list': 'read',
  'domains.add': 'write',
  'domains.add-bulk': 'write',
  'domains.delete': 'write',
  'domains.latest-scan': 'read',
  'domains.history': 'read',
  'domains.analytics': 'read',
  'domains.set-tags': 'write',
  'domains.change-tags': 'write',
  'domains.set-schedule': 'write',
  'domains.selectors': 'read',
  'domains.add-selector': 'write',
  'domains.delete-selector': 'write',
  'decisions.list': 'read',
  'decisions.set': 'write',
  'decisions.delete': 'write',
  'diagnostics.scan': 'scan',
  'diagnostics.results': 'read',
  'diagnostics.export-csv': 'read',
  'diagnostics.export-pdf': 'read',
  'diagnostics.export-json': 'read',
  'diagnostics.share': 'write',
  'diagnostics.shares': 'read',
  'diagnostics.revoke-share': 'write',
  'dns.changes': 'read',
  'dns.change-counts': 'read',
  'spf.saved': 'read',
  'spf.generate': 'write',
  // It changes nothing, and costs DNS lookups.
  'spf.preview': 'write',
  'dmarc.saved': 'read',
  'dmarc.generate': 'write',
  'records.check': 'write',
  'spf-flattening.list': 'read',
  'spf-flattening.flatten': 'write',
  'spf-flattening.check': 'write',
  'spf-flattening.decide': 'write',
  'spf-flattening.versions': 'read',
  'spf-flattening.delete': 'write',
  'headers.analyze': 'write',
  'headers.list': 'read',
  'headers.read': 'read',
  'headers.delete': 'write',
  'headers.export-pdf': 'read',
  'diagnostics.ai-analysis': 'admin',
  'diagnostics.ai-chat': 'admin',
  'headers.ai-analysis': 'admin',
  'headers.ai-chat': 'admin',
  'chat.history': chat,
  'chat.query': 'admin',
  'chat.clear': chat,
  'watched-addresses.list': 'read',
  'watched-addresses.add': 'write',
  'watched-addresses.delete': 'write',
  'blocklists.list': 'read',
  'blocklists.set-off': 'admin',
  'blocklists.add': 'admin',
  'blocklists.delete': 'admin',
  'workspace.rename': { never: 'workspace' },
  'report-identity.read': 'read',
  'report-identity.set': 'admin',
  'report-identity.delete-logo': 'admin',
  'workspace.members': members,
  'workspace.set-role': members,
  'workspace.remove-member': members,
  'workspace.leave': members,
  'workspace.invitations': members,
  'workspace.invite': members,
  'workspace.revoke-invitation': members,
  'invitations.accept': members,
  'api-keys.list': keys,
  'api-keys.create': keys,
  'api-keys.revoke': keys,
  'account.audit-log': 'admin',
  'account.delete': person,
  'account.export': person,
  'payments.subscription': billing,
  'payments.scheduled-downgrade': billing,
  'payments.checkout-status': billing,
  'payments.create-checkout': billing,
  'payments.cancel-downgrade': billing,
  'payments.restore-downgrade': billing,
  'payments.create-portal-session': billing,
  'billing-test.page': billing,
  'billing-test.choose': billing,
  'billing-test.act': billing,
  'alerts.settings': 'read',
  'alerts.save-settings': 'admin',
  'alerts.test': 'admin',
  'alerts.resume': 'admin',
  'alerts.new-webhook-secret': 'admin',
  'alerts.send-confirmation': 'admin',
  // A mail has the link that unsubscribes its recipient.
  'alerts.deliveries': { never: 'mail' },
} as const satisfies Record<UserRoute['id'], KeyAccess>

type Table = typeof keyAccess

/** Whether an API key with the right scope may make the call with this id. */
export type MayBeKey<Id extends string> = Id extends keyof Table ? (Table[Id] extends KeyScope ? true : false) : false

/** The row of a call. A call outside the table is refused. */
export function keyAccessOf(id: string): KeyAccess {
  const table: Readonly<Record<string, KeyAccess>> = keyAccess
  return Object.hasOwn(table, id) ? (table[id] ?? { never: 'unlisted' }) : { never: 'unlisted' }
}
