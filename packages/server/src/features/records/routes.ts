import {
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
import { savedDmarc, savedSpf } from './saved.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, savedSpfEndpoint, ({ account }, { params }) => savedSpf(deps, account.id, params.domainId))

  serve(app, deps, generateSpfEndpoint, ({ account, signal }, { body }) => generateSpf(deps, account, body, signal))

  serve(app, deps, previewSpfEndpoint, ({ account, signal }, { body }) => previewSpf(deps, account, body, signal))

  serve(app, deps, savedDmarcEndpoint, ({ account }, { params }) => savedDmarc(deps, account.id, params.domainId))

  serve(app, deps, generateDmarcEndpoint, ({ account, signal }, { body }) => generateDmarc(deps, account, body, signal))
}
