import {
  checkRecord as checkRecordEndpoint,
  generateDmarc as generateDmarcEndpoint,
  generateSpf as generateSpfEndpoint,
  previewSpf as previewSpfEndpoint,
  savedDmarc as savedDmarcEndpoint,
  savedSpf as savedSpfEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { generateDmarc } from './build-dmarc.ts'
import { generateSpf, previewSpf } from './build-spf.ts'
import { checkRecord } from './check-record.ts'
import { savedDmarc, savedSpf } from './saved.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, savedSpfEndpoint, ({ actor }, { params }) => savedSpf(deps, actor, params.domainId))

  serve(app, deps, generateSpfEndpoint, ({ actor, signal }, { body }) => generateSpf(deps, actor, body, signal))

  serve(app, deps, previewSpfEndpoint, ({ actor, signal }, { body }) => previewSpf(deps, actor, body, signal))

  serve(app, deps, savedDmarcEndpoint, ({ actor }, { params }) => savedDmarc(deps, actor, params.domainId))

  serve(app, deps, generateDmarcEndpoint, ({ actor, signal }, { body }) => generateDmarc(deps, actor, body, signal))

  serve(app, deps, checkRecordEndpoint, ({ actor, signal }, { body }) => checkRecord(deps, actor, body, signal))
}
