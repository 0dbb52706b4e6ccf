import {
  acceptInvitation as acceptEndpoint,
  config,
  createApiKey,
  deleteReportLogo,
  reportIdentity as identityEndpoint,
  identityLimits,
  invite as inviteEndpoint,
  leaveWorkspace as leaveEndpoint,
  listApiKeys,
  listInvitations as listInvitationsEndpoint,
  listMembers as listMembersEndpoint,
  logoTooLarge,
  me,
  readInvitation as readEndpoint,
  removeMember as removeEndpoint,
  renameWorkspace as renameEndpoint,
  revokeApiKey,
  revokeInvitation as revokeEndpoint,
  setReportIdentity,
  setRole as setRoleEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { createKey, listKeys, revoke } from './api-keys.ts'
import { publicConfig } from './config.ts'
import { acceptInvitation, invite, listInvitations, readInvitation, revokeInvitation } from './invitations.ts'
import { profileOf } from './me.ts'
import { leaveWorkspace, listMembers, removeMember, renameWorkspace, setRole } from './members.ts'
import { deleteLogo, readIdentity, setIdentity } from './report-identity.ts'

/** A logo in base64, and room for the name. */
const identityBytes = Math.ceil((identityLimits.logoBytes * 4) / 3) + 4_096

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, config, () => publicConfig(deps))
  serve(app, deps, me, ({ actor, signedIn, session }) => profileOf(deps, actor, signedIn, session))
  serve(app, deps, renameEndpoint, ({ actor }, { body }) => renameWorkspace(deps, actor, body.name))
  serve(app, deps, identityEndpoint, ({ actor }) => readIdentity(deps, actor))
  serve(app, deps, setReportIdentity, ({ actor }, { body }) => setIdentity(deps, actor, body), {
    bodyLimit: identityBytes,
    tooLarge: logoTooLarge,
    slowBody: true,
  })
  serve(app, deps, deleteReportLogo, ({ actor }) => deleteLogo(deps, actor))
  serve(app, deps, listMembersEndpoint, ({ actor }) => listMembers(deps, actor))
  serve(app, deps, setRoleEndpoint, ({ actor }, { params, body }) => setRole(deps, actor, params.personId, body.role))
  serve(app, deps, removeEndpoint, ({ actor }, { params }) => removeMember(deps, actor, params.personId))
  serve(app, deps, leaveEndpoint, ({ actor }) => leaveWorkspace(deps, actor))
  serve(app, deps, listInvitationsEndpoint, ({ actor }) => listInvitations(deps, actor))
  serve(app, deps, inviteEndpoint, ({ actor, signedIn }, { body }) => invite(deps, actor, signedIn.person, body.role))
  serve(app, deps, revokeEndpoint, ({ actor }, { params }) => revokeInvitation(deps, actor, params.id))
  serve(app, deps, readEndpoint, (_context, { body }) => readInvitation(deps, body.token))
  serve(app, deps, acceptEndpoint, ({ actor }, { body }) => acceptInvitation(deps, actor, body.token))
  serve(app, deps, listApiKeys, ({ actor }) => listKeys(deps, actor))
  serve(app, deps, createApiKey, ({ actor, signedIn, session }, { body }) =>
    createKey(deps, { actor, person: signedIn.person, session }, body),
  )
  serve(app, deps, revokeApiKey, ({ actor, session }, { params }) => revoke(deps, { actor, session }, params.id))
}
