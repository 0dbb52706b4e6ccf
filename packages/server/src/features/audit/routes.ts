import { auditLog } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { readLog } from './log.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, auditLog, ({ actor }, { query }) => readLog(deps, actor, query))
}
