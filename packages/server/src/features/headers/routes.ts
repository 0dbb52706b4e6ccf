import {
  analyzeHeaders,
  deleteHeaders,
  exportHeadersPdf,
  limits,
  listHeaders,
  readHeaders,
  wording,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { download } from '../../http/download.ts'
import { serve } from '../../http/serve.ts'
import { analyze } from './analyze.ts'
import { deleteAnalysis } from './delete.ts'
import { exportPdf } from './export-pdf.ts'
import { listAnalyses } from './list.ts'
import { readAnalysis } from './read.ts'

/** The size of a request, in bytes: JSON may write each character as `\u0041`, six bytes for one (RFC 8259 section 7). */
const bodyLimit = 6 * limits.headersBytes + 1024

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, analyzeHeaders, ({ actor, signal }, { body }) => analyze(deps, actor, body.raw_headers, signal), {
    bodyLimit,
    tooLarge: wording.headersTooLarge,
    slowBody: true,
  })

  serve(app, deps, listHeaders, ({ actor }) => listAnalyses(deps, actor))

  serve(app, deps, readHeaders, ({ actor }, { params }) => readAnalysis(deps, actor, params.id))

  serve(app, deps, deleteHeaders, ({ actor }, { params }) => deleteAnalysis(deps, actor, params.id))
  serve(app, deps, exportHeadersPdf, async ({ actor, reply, signal }, { params }) =>
    download(reply, await exportPdf(deps, actor, params.id, signal)),
  )
}
