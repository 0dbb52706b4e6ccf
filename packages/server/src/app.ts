import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { readAccountOf } from './account-readers.ts'
import { asRequest } from './db/request-patience.ts'
import type { Deps } from './deps.ts'
import { routes as account } from './features/account/routes.ts'
import { routes as alerts } from './features/alerts/routes.ts'
import { routes as assistant } from './features/assistant/routes.ts'
import { recordOfSubject } from './features/audit/record.ts'
import { routes as audit } from './features/audit/routes.ts'
import { routes as billing } from './features/billing/routes.ts'
import { routes as blocklists } from './features/blocklists/routes.ts'
import { routes as dashboard } from './features/dashboard/routes.ts'
import { routes as domains } from './features/domains/routes.ts'
import { routes as flattening } from './features/flattening/routes.ts'
import { routes as headers } from './features/headers/routes.ts'
import { routes as monitoring } from './features/monitoring/routes.ts'
import { routes as records } from './features/records/routes.ts'
import { routes as scans } from './features/scans/routes.ts'
import { routes as sharing } from './features/sharing/routes.ts'
import { routes as usage } from './features/usage/routes.ts'
import { statusOfPage } from './features/visitor-check/links.ts'
import { routes as visitorCheck } from './features/visitor-check/routes.ts'
import { routes as watchedAddresses } from './features/watched-addresses/routes.ts'
import { signUpInvited } from './features/workspaces/invitations.ts'
import { routes as workspaces } from './features/workspaces/routes.ts'
import { arrivalOptions, endSlowBodies } from './http/arrival.ts'
import { placesOf } from './http/client.ts'
import { closeConnectionsWhenStopping } from './http/close-connections.ts'
import { compressReplies } from './http/compress.ts'
import { health } from './http/health.ts'
import { boundIncompleteRequests } from './http/incomplete-requests.ts'
import { nameClients } from './http/log-context.ts'
import { countStreams, observeLimits, observeSignIns } from './http/observe.ts'
import { addressMax, refuseOnTheRoad, takeTheRoad } from './http/one-road.ts'
import { describe, serveDescription } from './http/openapi.ts'
import { limitByClient, throttleOf } from './http/rate-limit.ts'
import { refuseConnection, refuseErrors } from './http/refuse.ts'
import { secure } from './http/security.ts'
import { servePages } from './http/static.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'

/** The output folder of `npm run build` for the web application. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The maximum size of a request body, in bytes. */
const bodyLimit = 512 * 1024

/** All features with endpoints, but the assistant: it also gets what the others know. */
const features = [
  workspaces,
  usage,
  domains,
  scans,
  sharing,
  monitoring,
  dashboard,
  records,
  flattening,
  headers,
  watchedAddresses,
  blocklists,
  alerts,
  visitorCheck,
  billing,
  account,
  audit,
]

/**
 * The whole HTTP side as a function of its dependencies; ready to `listen` or `inject`.
 *
 * @param options.pages the folder of the built web application
 * @param options.onRoute gets every route as it is added
 * @param options.callsPerMinute of one client to this process; a test of all calls makes more than any client may
 */
export async function buildApp(
  deps: Deps,
  options: {
    pages?: string
    onRoute?: (route: { method: string | string[]; url: string }) => void
    callsPerMinute?: number
  } = {},
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // Addresses contain tokens and names, so only the route is logged.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: deps.env.trustProxy.length > 0 ? [...deps.env.trustProxy] : false,
    bodyLimit,
    ...arrivalOptions,
    routerOptions: { maxParamLength: addressMax },
    // What arrives while the server stops is refused on the same road.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) =>
      takeTheRoad(app, error, request.raw, reply.raw),
  })
  app.setValidatorCompiler<z.ZodType>(route => {
    const validate = validatorCompiler(route)
    // Fastify passes a missing body as null; the schemas expect undefined.
    return data => validate(data === null && route.httpPart === 'body' ? undefined : data)
  })
  app.setSerializerCompiler(serializerCompiler)
  acceptEmptyJson(app)
  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  refuseErrors(app, deps)
  // Everything below asks the database for the request.
  app.addHook('onRequest', (_request, _reply, done) => asRequest(done))
  // A body that arrives takes the rest of the request out of that.
  app.addHook('preValidation', (_request, _reply, done) => asRequest(done))
  nameClients(app)
  // Before every hook that refuses: the body of a refused request has to end as well.
  endSlowBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    const seconds = reply.elapsedTime / 1000
    deps.metrics.requestEnded({ method, route: routeOptions.url, status: reply.statusCode, seconds })
    request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'request')
  })

  countStreams(app, deps)
  observeSignIns(app, deps)
  observeLimits(app, deps)
  warnOfUntrustedProxy(app, deps)
  const pages = options.pages ?? webFolder
  await secure(app, deps.env, pages)
  compressReplies(app)
  await limitByClient(app, deps, options.callsPerMinute)
  closeConnectionsWhenStopping(app)
  refuseOnTheRoad(app)
  boundIncompleteRequests(app, { trustProxy: deps.env.trustProxy, log: deps.log })
  await describe(app)
  await app.register(async api => {
    for (const routes of features) routes(api, deps)
    assistant(api, deps, readAccountOf(deps))
  })
  await deps.auth.mount(
    app,
    { throttle: throttleOf(deps), placesOf },
    {
      signUpInvited: (token, work) => signUpInvited(deps, token, work),
      noteOwn: event => recordOfSubject(deps, event),
    },
  )
  serveDescription(app, deps)
  health(app, deps)
  if (deps.env.metrics.port === null) serveMetrics(app, deps)
  await servePages(app, pages, { statusOfCheck: token => statusOfPage(deps, token) })
  await app.ready()
  return app
}

/** Accepts an empty POST with the content type JSON. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** Warns once about an unknown proxy: every visitor then counts as that proxy. */
function warnOfUntrustedProxy(app: FastifyInstance, { env }: Pick<Deps, 'env'>): void {
  if (env.trustProxy.length > 0) return
  let said = false
  app.addHook('onRequest', async request => {
    if (said || request.headers['x-forwarded-for'] === undefined) return
    said = true
    request.log.warn(`TRUST_PROXY: ignored forwarded headers from ${request.ip} → add this address if it is your proxy`)
  })
}
