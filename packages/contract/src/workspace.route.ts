import type { Route } from './endpoint.ts'

export const renameWorkspaceRoute = {
  id: 'workspace.rename',
  method: 'PUT',
  path: '/workspace',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const listMembersRoute = {
  id: 'workspace.members',
  method: 'GET',
  path: '/workspace/members',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const setRoleRoute = {
  id: 'workspace.set-role',
  method: 'PUT',
  path: '/workspace/members/:personId',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const removeMemberRoute = {
  id: 'workspace.remove-member',
  method: 'DELETE',
  path: '/workspace/members/:personId',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const leaveWorkspaceRoute = {
  id: 'workspace.leave',
  method: 'POST',
  path: '/workspace/leave',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const listInvitationsRoute = {
  id: 'workspace.invitations',
  method: 'GET',
  path: '/workspace/invitations',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const inviteRoute = {
  id: 'workspace.invite',
  method: 'POST',
  path: '/workspace/invitations',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const revokeInvitationRoute = {
  id: 'workspace.revoke-invitation',
  method: 'DELETE',
  path: '/workspace/invitations/:id',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
/** With the token in the body: an address is written to logs and histories. */
export const readInvitationRoute = {
  id: 'invitations.read',
  method: 'POST',
  path: '/invitations/read',
  auth: 'public',
} as const satisfies Route
export const acceptInvitationRoute = {
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
