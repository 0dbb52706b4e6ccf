import { STATUS_CODES } from 'node:http'
import fastifySwagger from '@fastify/swagger'
import { type Endpoint, endpoints, workspaceHeader } from '@waxseal/contract'
import { documentRoute } from '@waxseal/contract/document'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { authenticate } from './authenticate.ts'

export const openApiPath = `/api${documentRoute.path}`

/** Collects the description of every endpoint registered after it. */
export async function describe(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waxseal',
        version: '1',
        description:
          'Email security and deliverability monitor. Every error is { detail, code, request_id }. Show detail to people ' +
          'and use code in programs.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'API key or JWT',
            description:
              'An API key (`ak_…`), created on the account page by an admin of a workspace on the Business plan; or the ' +
              'token of a session (`/api/identity/token`), which lasts five minutes. A key acts for its workspace. Its ' +
              'scope says which calls it may make: of `read`, `scan`, `write` and `admin` each includes those before it.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: documents => tidy(jsonSchemaTransformObject(documents)),
  })
}

/** Of every call that needs sign-in. */
const workspaceParameter = {
  name: workspaceHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description:
    'The workspace of the call. By default the first workspace that the caller owns. An API key always acts for its own.',
}

/** The parts of an operation that are changed. */
interface Described {
  operationId?: string
  security?: unknown[]
  parameters?: unknown[]
  requestBody?: { required?: boolean }
}

const byId: ReadonlyMap<string, Endpoint> = new Map(endpoints.map(each => [each.route.id, each]))

/**
 * Removes unreferenced components, names each reply by its status, adds the header of workspaces, and says which bodies may
 * be left out.
 */
function tidy<T extends ReturnType<typeof jsonSchemaTransformObject>>(document: T): T {
  for (const operation of Object.values(document.paths ?? {}).flatMap(path => Object.values(path ?? {}))) {
    if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue
    const { security = [], parameters = [], requestBody, operationId } = operation as Described
    if (security.length > 0) Object.assign(operation, { parameters: [...parameters, workspaceParameter] })
    // Fastify calls every body required.
    if (requestBody !== undefined)
      requestBody.required = byId.get(operationId ?? '')?.body?.safeParse(undefined).success === false
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ('description' in response) response.description = STATUS_CODES[status] ?? status
    }
  }
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {}
  const used = new Set<string>()
  const follow = (value: unknown): void => {
    for (const name of componentsIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(document.paths)
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
  return document
}

const schemaPrefix = '#/components/schemas/'

/** The names of the components that a part of the document refers to itself. */
function componentsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith(schemaPrefix)
      ? [inner.slice(schemaPrefix.length)]
      : componentsIn(inner),
  )
}

/** Serves the description to signed-in users, or to everyone with `API_DOCS=public`. */
export function serveDescription(app: FastifyInstance, deps: Deps): void {
  const guard =
    deps.env.apiDocs === 'public'
      ? {}
      : { onRequest: authenticate(deps, { access: 'read', least: 'viewer', asksSession: false }) }
  app.get(openApiPath, { schema: { hide: true }, config: { compressed: true }, ...guard }, async () => app.swagger())
}
