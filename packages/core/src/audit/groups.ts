/** The kinds of recorded actions, in the order of the filter, with the names people see. */
export const auditGroups = {
  account: 'Sign-in and account',
  domains: 'Domains',
  findings: 'Findings',
  records: 'Records',
  settings: 'Settings',
  members: 'Members',
  keys: 'API keys',
  plan: 'Plan',
} as const

export type AuditGroup = keyof typeof auditGroups
