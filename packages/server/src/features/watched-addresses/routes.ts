import { addWatched, deleteWatched, listWatched } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { addRange, deleteRange, listRanges } from './watched.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, listWatched, ({ actor }) => listRanges(deps, actor))

  serve(app, deps, addWatched, ({ actor }, { body }) => addRange(deps, actor, body.range))

  serve(app, deps, deleteWatched, ({ actor }, { params }) => deleteRange(deps, actor, params.id))
}
