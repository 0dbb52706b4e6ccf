import {
  accountDeletion,
  deleteAccount as deleteEndpoint,
  endOtherSessions as endOthersEndpoint,
  endSession as endSessionEndpoint,
  exportAccount as exportEndpoint,
  listSessions as listSessionsEndpoint,
  restoreAccount as restoreEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { downloadStream } from '../../http/download.ts'
import { serve } from '../../http/serve.ts'
import { deleteAccount, readDeletion, restoreAccount } from './delete-account.ts'
import { exportAccount } from './export.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, accountDeletion, ({ session }) => readDeletion(deps, session))
  serve(app, deps, deleteEndpoint, ({ signedIn, session, signal }, { body }) =>
    deleteAccount(deps, { person: signedIn.person, session }, { isConfirmed: body.confirmed, signal }),
  )
  serve(app, deps, restoreEndpoint, ({ session }) => restoreAccount(deps, session))
  serve(app, deps, exportEndpoint, async ({ signedIn, session, reply }) =>
    downloadStream(reply, 'waxseal-account.json', await exportAccount(deps, { signedIn, session })),
  )
  serve(app, deps, listSessionsEndpoint, ({ session }) => listSessions(deps, session))
  serve(app, deps, endSessionEndpoint, ({ session }, { params }) => endSession(deps, session, params.id))
  serve(app, deps, endOthersEndpoint, ({ session }) => endOtherSessions(deps, session))
}
