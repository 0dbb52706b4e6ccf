import { invitedRoles, roles } from '@waxseal/core/plan'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isPrintable, isVisible } from './printable.ts'
import * as wording from './wording.ts'
import {
  acceptInvitationRoute,
  inviteRoute,
  leaveWorkspaceRoute,
  listInvitationsRoute,
  listMembersRoute,
  readInvitationRoute,
  removeMemberRoute,
  renameWorkspaceRoute,
  revokeInvitationRoute,
  setRoleRoute,
} from './workspace.route.ts'

const role = z.enum(roles)
const invitedRole = z.enum(invitedRoles)

export const renameWorkspace = endpoint({
  route: renameWorkspaceRoute,
  summary: 'Renames the workspace.',
  status: 200,
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1, wording.enterWorkspaceName)
      .max(limits.workspaceNameCharacters, wording.workspaceNameTooLong)
      .refine(isPrintable, wording.workspaceNameUnprintable)
      .refine(isVisible, wording.enterWorkspaceName),
  }),
  reply: z.object({ name: z.string() }),
  errors: ['unauthorized'],
})

const memberItem = z
  .object({ person_id: z.string(), name: z.string(), email: z.string(), role, joined_at: z.string() })
  .meta({ id: 'Member' })

export const listMembers = endpoint({
  route: listMembersRoute,
  summary: 'Returns the members of the workspace, in the order in which they joined.',
  status: 200,
  reply: z.object({
    members: z.array(memberItem),
    /** Members and open invitations together that the plan has room for; null: unlimited. */
    limit: z.number().int().nullable(),
    /** Members and open invitations together. */
    used: z.number().int(),
  }),
  errors: ['unauthorized'],
})

const ofMember = z.object({ personId: z.string() })

export const setRole = endpoint({
  route: setRoleRoute,
  summary: 'Changes the role of a member. Only owners can add or change owners. The last owner keeps the role.',
  status: 200,
  params: ofMember,
  body: z.object({ role }),
  reply: memberItem,
  errors: ['unauthorized', 'conflict'],
})

export const removeMember = endpoint({
  route: removeMemberRoute,
  summary: 'Removes a member. Only owners can remove owners. The last owner cannot be removed.',
  status: 204,
  params: ofMember,
  reply: z.null(),
  errors: ['unauthorized', 'conflict'],
})

export const leaveWorkspace = endpoint({
  route: leaveWorkspaceRoute,
  summary: 'Leaves the workspace. The last owner cannot leave.',
  status: 204,
  reply: z.null(),
  errors: ['unauthorized', 'conflict'],
})

const invitationItem = z
  .object({
    id: z.string(),
    role: invitedRole,
    created_at: z.string(),
    expires_at: z.string(),
    /** The name of who made it; null when that person is gone. */
    created_by: z.string().nullable(),
  })
  .meta({ id: 'Invitation' })

export const listInvitations = endpoint({
  route: listInvitationsRoute,
  summary: 'Returns the open invitations of the workspace, newest first.',
  status: 200,
  reply: z.object({ invitations: z.array(invitationItem) }),
  errors: ['unauthorized'],
})

export const invite = endpoint({
  route: inviteRoute,
  summary: 'Creates a link that lets one person join within seven days. Only this reply contains the link.',
  status: 201,
  body: z.object({ role: invitedRole }),
  reply: z.object({ invitation: invitationItem, link: z.string() }),
  errors: ['unauthorized', 'member_limit'],
})

export const revokeInvitation = endpoint({
  route: revokeInvitationRoute,
  summary: 'Revokes an open invitation.',
  status: 204,
  params: z.object({ id: z.string() }),
  reply: z.null(),
  errors: ['unauthorized'],
})

const tokenGiven = z.object({ token: z.string().max(200) })

export const readInvitation = endpoint({
  route: readInvitationRoute,
  summary: 'Returns the workspace and role of an invitation to the holder of its token.',
  status: 200,
  body: tokenGiven,
  reply: z.object({
    workspace_name: z.string(),
    role: invitedRole,
    expires_at: z.string(),
    /** Whether its holder may create an account now: sign-up is open, or the invitation permits it. */
    may_sign_up: z.boolean(),
  }),
  errors: ['not_found', 'gone'],
})

export const acceptInvitation = endpoint({
  route: acceptInvitationRoute,
  summary: 'Joins the workspace of an invitation. A member keeps the current role, and the invitation stays open.',
  status: 200,
  body: tokenGiven,
  reply: z.object({
    workspace: z.object({ id: z.string(), name: z.string(), role }),
    already_member: z.boolean(),
  }),
  errors: ['unauthorized', 'gone', 'member_limit'],
})
