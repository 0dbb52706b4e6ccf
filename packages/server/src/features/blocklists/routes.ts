import {
  addBlocklist as addEndpoint,
  deleteBlocklist as deleteEndpoint,
  listBlocklists as listEndpoint,
  setBlocklistsOff as setOffEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { addBlocklist, deleteBlocklist, listBlocklists, setBlocklistsOff } from './blocklists.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, listEndpoint, ({ actor }) => listBlocklists(deps, actor))

  serve(app, deps, setOffEndpoint, ({ actor }, { body }) => setBlocklistsOff(deps, actor, body.off))

  serve(app, deps, addEndpoint, ({ actor, signal }, { body }) => addBlocklist(deps, actor, body, signal))

  serve(app, deps, deleteEndpoint, ({ actor }, { params }) => deleteBlocklist(deps, actor, params.id))
}
