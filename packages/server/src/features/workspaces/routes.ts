import { config, me } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { publicConfig } from './config.ts'
import { profileOf } from './me.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, config, () => publicConfig(deps))
  serve(app, deps, me, ({ actor, signedIn, session }) => profileOf(deps, actor, signedIn, session))
}
