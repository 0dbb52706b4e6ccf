import {
  checkFlattening,
  decideFlattening,
  deleteFlattening,
  flatten as flattenEndpoint,
  listFlattening,
  listVersions,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { decide } from './decide.ts'
import { flatten } from './flatten.ts'
import { listConfigurations, versionsFor } from './list.ts'
import { deleteConfiguration } from './remove.ts'
import { checkNow } from './upkeep.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, listFlattening, ({ actor }) => listConfigurations(deps, actor))

  serve(app, deps, flattenEndpoint, ({ actor, signal }, { body }) => flatten(deps, actor, body, signal))

  serve(app, deps, checkFlattening, ({ actor, signal }, { params }) => checkNow(deps, actor, params.id, signal))

  serve(app, deps, decideFlattening, ({ actor }, { params, body }) => decide(deps, actor, params.id, body))

  serve(app, deps, listVersions, ({ actor }, { params }) => versionsFor(deps, actor, params.id))

  serve(app, deps, deleteFlattening, ({ actor, signal }, { params, query }) =>
    deleteConfiguration(deps, actor, { id: params.id, isConfirmed: query.confirmed === 'true' }, signal),
  )
}
