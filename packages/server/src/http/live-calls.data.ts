import type { keyAccess } from '@waxseal/contract'

/**
 * The calls before which the session itself is asked, because a token lives up to five minutes after its person signed
 * out: what gives others access, outlives the session, or cannot be undone. Keys, billing and the account ask in their
 * verbs. An API key has no session.
 */
export const liveCalls: ReadonlySet<string> = new Set([
  'workspace.invite',
  'workspace.revoke-invitation',
  'workspace.set-role',
  'workspace.remove-member',
  'workspace.leave',
  'invitations.accept',
  'alerts.save-settings',
  'alerts.new-webhook-secret',
  'diagnostics.share',
  'diagnostics.revoke-share',
  'domains.delete',
  'headers.delete',
  'chat.clear',
  'spf-flattening.flatten',
  'spf-flattening.decide',
  'spf-flattening.delete',
] satisfies (keyof typeof keyAccess)[])
