import type { Call } from './endpoint-call.ts'

/** The owner's messages to the assistant, which go with the membership. */
export const theirMessages = [
  '- chat_message of person of owner owner',
  '- chat_message owner message expired',
  '- chat_message owner message new',
  '- chat_message owner message old',
]

/** The calls about one's own account, by endpoint id. */
export const accountCalls: Readonly<Record<string, Call>> = {
  'account.audit-log': { neighbor: 'their own' },
  'account.deletion': { neighbor: 'their own' },
  'account.delete': {
    body: () => ({ phrase: 'delete my account' }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner',
      '+ audit_event of person of owner owner',
      '+ outbox',
      '- api_key key',
      '- api_key owner key expired',
      '- api_key owner key revoked',
      '- api_key owner key works',
      ...theirMessages,
      '- identity_session other session of owner',
      '- identity_session session of person of owner',
      '- invitation newest',
      '- invitation owner invitation expired',
      '- invitation owner invitation open',
      '- member owner person of owner',
      'person person of owner: deleted_at',
    ],
    touchesOfMember: [
      '+ audit_event of viewer of owner',
      '+ audit_event of viewer of owner owner',
      '+ outbox',
      '- chat_message of viewer of owner owner',
      '- identity_session session of viewer of owner',
      '- member owner viewer of owner',
      'person viewer of owner: deleted_at',
      'workspace: deleted_at',
    ],
  },
  'account.restore': { neighbor: 'their own' },
  'account.export': {
    neighbor: 'their own',
    touches: ['+ audit_event of person of owner owner', 'rate_limit account.export person of owner: n'],
    // In the workspace of their own.
    touchesOfMember: ['+ audit_event of viewer of owner', 'rate_limit account.export viewer of owner: n'],
  },
  'account.sessions': { neighbor: 'their own' },
  'account.end-session': {
    params: ({ sessionId }) => ({ id: sessionId }),
    neighbor: 404,
    touches: ['+ audit_event of person of owner', '- identity_session other session of owner'],
  },
  'account.end-other-sessions': {
    neighbor: 'their own',
    touches: ['+ audit_event of person of owner', '- identity_session other session of owner'],
  },
}
