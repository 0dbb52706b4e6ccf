import { STATUS_CODES } from 'node:http'
import fastifySwagger from '@fastify/swagger'
import { workspaceHeader } from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { authenticate } from './authenticate.ts'

export const openApiPath = '/api/openapi.json'

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
              'scope says which calls it may make: `scan` includes `read`, and `write` includes both.',
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

/** Removes unreferenced components, names each reply by its status, and adds the header of workspaces. */
function tidy<T extends ReturnType<typeof jsonSchemaTransformObject>>(document: T): T {
  for (const operation of Object.values(document.paths ?? {}).flatMap(path => Object.values(path ?? {}))) {
    if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue
    const { security = [], parameters = [] }: { security?: unknown[]; parameters?: unknown[] } = operation as object
    if (security.length > 0) Object.assign(operation, { parameters: [...parameters, workspaceParameter] })
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ('description' in response) response.description = STATUS_CODES[status] ?? status
    }
  }
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {}
  const isUnused = (name: string) => {
    const { [name]: _itself, ...others } = schemas
    return !JSON.stringify([document.paths, others]).includes(`"#/components/schemas/${name}"`)
  }
  for (let name = Object.keys(schemas).find(isUnused); name; name = Object.keys(schemas).find(isUnused)) {
    delete schemas[name]
  }
  return document
}

/** Serves the description to signed-in users, or to everyone with `API_DOCS=public`. */
export function serveDescription(app: FastifyInstance, deps: Deps): void {
  const guard = deps.env.apiDocs === 'public' ? {} : { onRequest: authenticate(deps, 'read') }
  app.get(openApiPath, { schema: { hide: true }, config: { compressed: true }, ...guard }, async () => app.swagger())
}
