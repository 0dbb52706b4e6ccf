import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  inviteRoute,
  leaveWorkspaceRoute,
  listInvitationsRoute,
  listMembersRoute,
  removeMemberRoute,
  renameWorkspaceRoute,
  revokeInvitationRoute,
  setRoleRoute,
} from '@waxseal/contract/routes'
import type { Role } from '@waxseal/core/plan'
import { call, type Reply } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'

export type Member = Reply<typeof listMembersRoute>['members'][number]
export type Invitation = Reply<typeof listInvitationsRoute>['invitations'][number]
export type InvitedRole = Invitation['role']

export const membersQuery = queryOptions({
  queryKey: keys.members,
  queryFn: ({ signal }) => call(listMembersRoute, { signal }),
})

export const invitationsQuery = queryOptions({
  queryKey: keys.invitations,
  queryFn: ({ signal }) => call(listInvitationsRoute, { signal }),
})

export function useRename() {
  const client = useQueryClient()
  return useAction({
    key: ['workspace', 'rename'],
    run: (name: string) => call(renameWorkspaceRoute, { body: { name } }),
    success: 'Workspace renamed',
    failure: { failure: 'The workspace could not be renamed', preferDetail: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.me }),
  })
}

export function useSetRole({ person_id: personId }: Member) {
  const client = useQueryClient()
  return useAction({
    key: ['workspace', 'role', personId],
    run: (role: Role) => call(setRoleRoute, { params: { personId }, body: { role } }),
    success: 'Role changed',
    failure: { failure: 'The role could not be changed', preferDetail: true },
    // One's own role is part of `me`. It is busy until the list has the new role.
    onSettled: () => Promise.all([keys.members, keys.me].map(queryKey => client.invalidateQueries({ queryKey }))),
  })
}

export function useRemoveMember({ person_id: personId }: Member) {
  const client = useQueryClient()
  return useAction({
    key: ['workspace', 'remove', personId],
    run: () => call(removeMemberRoute, { params: { personId } }),
    success: 'Member removed',
    failure: { failure: 'The member could not be removed', preferDetail: true },
    onSettled: () => client.invalidateQueries({ queryKey: keys.members }),
  })
}

/** Leaves the workspace; calls are then about the person's own. */
export function useLeave() {
  const client = useQueryClient()
  return useAction({
    key: ['workspace', 'leave'],
    run: () => call(leaveWorkspaceRoute, {}),
    success: 'You left the workspace',
    failure: { failure: 'You could not leave the workspace', preferDetail: true },
    onSuccess: () => {
      chooseWorkspace(null)
      return client.resetQueries()
    },
  })
}

export function useInvite() {
  const client = useQueryClient()
  return useAction({
    key: ['workspace', 'invite'],
    run: (role: InvitedRole) => call(inviteRoute, { body: { role } }),
    failure: { failure: 'The invitation could not be created', preferDetail: true },
    onSettled: () => void refreshPlaces(client),
  })
}

/** @param onRevoked is called even when the invitation has left the screen by then */
export function useRevoke({ id }: Invitation, onRevoked: () => void) {
  const client = useQueryClient()
  return useAction({
    key: ['workspace', 'revoke', id],
    run: () => call(revokeInvitationRoute, { params: { id } }),
    success: 'Invitation revoked',
    onSuccess: onRevoked,
    failure: { failure: 'The invitation could not be revoked', preferDetail: true },
    // Busy until the list is without it.
    onSettled: () => refreshPlaces(client),
  })
}

/** An invitation takes a place of the plan. */
function refreshPlaces(client: ReturnType<typeof useQueryClient>): Promise<unknown> {
  return Promise.all([keys.invitations, keys.members].map(queryKey => client.invalidateQueries({ queryKey })))
}
