import type { Call } from './endpoint-call.ts'
import { accountCalls, theirMessages } from './endpoint-calls-account.ts'
import { alertCalls } from './endpoint-calls-alerts.ts'
import { billingCalls } from './endpoint-calls-billing.ts'
import { toolCalls } from './endpoint-calls-tools.ts'

/** A job that is sent once while one waits: whether it is new depends on the calls before. */
export const isKeyedJob = /^\+ job (?:alerts\.send|outbox\.deliver)$/

const anyId = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/
/** Of a share link. */
const tokenAtEnd = /\/(?:[\w-]{43}|[\w-]{22})$/

/** An address that is about another thing: `id` takes the place of the first id in it, or of the token at its end. */
export function aboutAnother(url: string, id: string): string {
  return anyId.test(url) ? url.replace(anyId, id) : url.replace(tokenAtEnd, `/${id}`)
}

/** A line without the change of author that a change by another person adds to it. */
export const withoutAuthor = (line: string): string => line.replace(/: author, /, ': ').replace(/, tags_author$/, '')

/** By endpoint id. An endpoint without its call here fails. */
export const calls: Readonly<Record<string, Call>> = {
  config: { neighbor: 'their own' },
  'visitor-check': {
    body: ({ domainName }) => ({ domain_name: domainName }),
    neighbor: 'holder',
    touches: ['rate_limit scans of this name: n', 'rate_limit visitor-check 127.0.0.1: n'],
  },
  'visitor-check.link': {
    body: ({ checkedAt }) => ({ domain_name: 'linked.example', finished_at: checkedAt }),
    neighbor: 'holder',
    touches: ['+ visitor_link', 'rate_limit visitor-link 127.0.0.1: n'],
  },
  'visitor-check.linked': {
    params: ({ checkToken }) => ({ token: checkToken }),
    neighbor: 'holder',
    touches: ['rate_limit visitor-linked 127.0.0.1: n'],
  },
  'visitor-check.delete-link': {
    params: ({ checkToken }) => ({ token: checkToken }),
    neighbor: 'holder',
    touches: ['- visitor_link check link', 'rate_limit visitor-linked 127.0.0.1: n'],
  },
  'auth.me': { neighbor: 'their own' },
  'usage.scans-this-month': { neighbor: 'their own' },
  'usage.chat-today': { neighbor: 'their own' },
  'vt.usage': { neighbor: 'their own' },
  'vt.dashboard-stats': { neighbor: 'their own' },
  'dashboard.activity-feed': { neighbor: 'their own' },
  'dashboard.issue-breakdown': { neighbor: 'their own' },
  'dashboard.priority-actions': { neighbor: 'their own' },
  'domains.list': { neighbor: 'their own' },
  'domains.add': {
    body: ({ domainName }) => ({ domain_name: `new.${domainName}` }),
    neighbor: 'their own',
    touches: ['+ audit_event of person of owner owner', '+ domain of owner', '+ watch of owner'],
  },
  'domains.add-bulk': {
    body: () => ({ names: 'imported.example, none' }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      '+ audit_event_domain imported.example of owner',
      '+ domain of owner',
      '+ watch of owner',
      'rate_limit domains.add-bulk person of owner: n',
    ],
  },
  'domains.set-tags': {
    params: ({ domainId }) => ({ id: domainId }),
    body: () => ({ tags: ['client'] }),
    neighbor: 404,
    touches: ['domain this: tags, tags_author'],
  },
  'domains.set-schedule': {
    params: ({ domainId }) => ({ id: domainId }),
    body: () => ({ frequency: 'daily' }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', 'domain this: next_scan_at, scan_schedule'],
  },
  'domains.change-tags': {
    body: ({ domainId }) => ({ domain_ids: [domainId], add: ['client'], remove: [] }),
    neighbor: 404,
    touches: ['domain this: tags, tags_author'],
  },
  'domains.history': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'domains.analytics': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'decisions.list': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'decisions.set': {
    params: ({ domainId }) => ({ id: domainId }),
    body: () => ({
      finding: 'dmarc_missing',
      subject: null,
      kind: 'muted',
      note: '',
      expires_at: null,
    }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '+ decision of person of owner this'],
  },
  'decisions.delete': {
    params: ({ domainId, decisionId }) => ({ id: domainId, decisionId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '- decision known'],
  },
  'domains.delete': {
    params: ({ domainId }) => ({ id: domainId }),
    neighbor: 404,
    touches: [
      '+ audit_event of person of owner owner',
      '- decision known',
      '- dkim_selector this s1',
      '- domain this',
      '- generated_dmarc this',
      '- generated_spf this',
      '- report_share link',
      '- scan of this owner',
      '- scan_document of this',
      '- scan_run of this owner',
      '- watch this',
      'flattening hosted: domain_id',
    ],
  },
  'domains.latest-scan': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'domains.selectors': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'domains.add-selector': {
    params: ({ domainId }) => ({ id: domainId }),
    body: () => ({ selector: 's2' }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '+ dkim_selector this s2'],
  },
  'domains.delete-selector': {
    params: ({ domainId }) => ({ id: domainId, selector: 's1' }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '- dkim_selector this s1'],
  },
  'diagnostics.scan': {
    params: ({ domainId }) => ({ id: domainId }),
    neighbor: 404,
    touches: [
      '+ job scan.completed/keep-findings of this',
      '+ job scan.completed/prune-documents of this',
      '+ job scan.completed/raise-alerts of this',
      '+ job scan.run',
      '+ scan of this owner',
      '+ scan_document of this',
      '+ scan_run of this owner',
      'domain this: last_scan_at, scored_at',
      'rate_limit diagnostics.scan person of owner: n',
      'rate_limit scans of this name by owner: n',
      'rate_limit scans of this name: n',
      'usage_counter owner scan now: n',
    ],
  },
  'diagnostics.results': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'diagnostics.export-csv': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'diagnostics.export-pdf': {
    params: ({ domainId }) => ({ id: domainId }),
    neighbor: 404,
    touches: ['rate_limit diagnostics.export-pdf person of owner: n'],
  },
  'diagnostics.export-json': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'diagnostics.share': {
    params: ({ domainId }) => ({ id: domainId }),
    body: () => ({ expires_in_days: 7 }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '+ report_share of person of owner this owner'],
  },
  'diagnostics.shares': { params: ({ domainId }) => ({ id: domainId }), neighbor: 404 },
  'diagnostics.revoke-share': {
    params: ({ shareId }) => ({ id: shareId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '- report_share link'],
  },
  'shared-reports.read': {
    params: ({ shareToken }) => ({ token: shareToken }),
    neighbor: 'holder',
    touches: ['rate_limit shared-report 127.0.0.1: n', 'report_share link: last_opened_on, opened'],
  },
  ...toolCalls,
  ...billingCalls,
  ...accountCalls,
  'dns.changes': {
    query: ({ domainId }) => ({ domain_id: domainId }),
    neighbor: 404,
  },
  'dns.change-counts': {
    query: ({ domainId }) => ({ domain_id: domainId }),
    neighbor: 404,
  },
  'workspace.rename': {
    body: () => ({ name: `Kite ${crypto.randomUUID()}` }),
    neighbor: 'their own',
    touches: ['+ audit_event of person of owner owner', 'workspace owner: name'],
  },
  'report-identity.read': { neighbor: 'their own' },
  'report-identity.set': {
    body: () => ({ name: `Kite ${crypto.randomUUID()}` }),
    neighbor: 'their own',
    touches: ['+ audit_event of person of owner owner', 'report_identity owner: changed_at, name'],
  },
  'report-identity.delete-logo': {
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      'report_identity owner: changed_at, logo, logo_height, logo_type, logo_width',
    ],
  },
  'workspace.members': { neighbor: 'their own' },
  'workspace.set-role': {
    params: ({ memberId }) => ({ personId: memberId }),
    body: () => ({ role: 'editor' }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner newcomer owner', 'member owner newcomer: role'],
  },
  'workspace.remove-member': {
    params: ({ memberId }) => ({ personId: memberId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner newcomer owner', '- member owner newcomer'],
  },
  'workspace.leave': {
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      '- api_key key',
      '- api_key owner key expired',
      '- api_key owner key revoked',
      '- api_key owner key works',
      ...theirMessages,
      '- invitation newest',
      '- invitation owner invitation expired',
      '- invitation owner invitation open',
      '- member owner person of owner',
    ],
    touchesOfMember: [
      '+ audit_event of person of owner owner',
      '- chat_message of person of owner owner',
      '- member owner person of owner',
    ],
  },
  'workspace.invitations': { neighbor: 'their own' },
  'workspace.invite': {
    body: () => ({ role: 'viewer' }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      '+ invitation of person of owner owner',
      'rate_limit workspace.invite person of owner: n',
    ],
  },
  'workspace.revoke-invitation': {
    params: ({ invitationId }) => ({ id: invitationId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', '- invitation newest'],
  },
  'invitations.read': { body: ({ token }) => ({ token }), neighbor: 'holder' },
  'invitations.accept': {
    body: ({ token }) => ({ token }),
    neighbor: 'holder',
    touches: ['rate_limit invitations.accept person of owner: n'],
  },
  'api-keys.list': { neighbor: 'their own' },
  'api-keys.create': {
    body: () => ({ name: 'Nightly report', scopes: ['read'] }),
    neighbor: 'their own',
    touches: [
      '+ api_key of person of owner owner',
      '+ audit_event of person of owner owner',
      'rate_limit api-keys.create person of owner: n',
    ],
  },
  'api-keys.revoke': {
    params: ({ keyId }) => ({ id: keyId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner owner', 'api_key key: revoked_at'],
  },
  ...alertCalls,
}
