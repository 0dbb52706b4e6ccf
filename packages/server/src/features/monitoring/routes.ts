import { countChanges, listChanges } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { dnsChangeCounts, dnsChanges } from './dns-changes.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, listChanges, ({ actor }, { query }) => dnsChanges(deps, actor, query))

  serve(app, deps, countChanges, ({ actor }, { query }) => dnsChangeCounts(deps, actor, query.domain_id))
}
