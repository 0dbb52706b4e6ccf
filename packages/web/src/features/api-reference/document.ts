/** The parts of the API document (OpenAPI 3.1) that the reference shows. The document is the only source of its facts. */
export interface ApiDocument {
  info: { version: string; description?: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: { schemas?: Readonly<Record<string, Schema>> }
}

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: readonly string[]
  security?: readonly unknown[]
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, { description?: string; content?: Content }>>
}

type Content = Readonly<Record<string, { schema?: Schema }>>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

/** JSON Schema, as far as the document uses it. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  items?: Schema
  prefixItems?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

/** A reply of a call: its status with the name, and what it has. */
export interface ApiReply {
  status: string
  name: string
  mediaTypes: readonly string[]
  schema: Schema | null
}

/** One call of the API. */
export interface ApiCall {
  /** Stable, as `domains.add`; the address of the call on the screen. */
  id: string
  method: string
  path: string
  area: string
  summary: string
  /** Who may make it, in the words of the document; empty: anyone. */
  access: string
  /** The scope that an API key needs; null: no key makes this call. */
  scope: string | null
  /** Anyone may make it without signing in. */
  isPublic: boolean
  parameters: readonly Parameter[]
  body: { required: boolean; schema: Schema } | null
  /** What a call that succeeds returns. */
  replies: readonly ApiReply[]
  errors: readonly ApiReply[]
}

const json = 'application/json'

/** All calls in the order of the document, those of an area together, and last the areas that no key reaches. */
export function callsOf({ paths }: ApiDocument): readonly ApiCall[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )
  const areas = [...new Set(calls.map(({ area }) => area))]
  const together = areas.map(area => calls.filter(call => call.area === area))
  const isReached = (area: readonly ApiCall[]): boolean => area.some(({ scope }) => scope !== null)
  return [...together.filter(isReached), ...together.filter(area => !isReached(area))].flat()
}

function callOf(path: string, method: string, operation: Operation): ApiCall {
  const { operationId, summary, description, tags, security, parameters, requestBody, responses } = operation
  const replies = Object.entries(responses).map(([status, { description: name, content = {} }]) => ({
    status,
    name: name ?? '',
    mediaTypes: Object.keys(content),
    schema: content[json]?.schema ?? null,
  }))
  const body = requestBody?.content[json]?.schema
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    area: tags?.[0] ?? '',
    summary: withoutMarks(summary),
    access: withoutMarks(description),
    scope: /needs the scope `(\w+)`/.exec(description ?? '')?.[1] ?? null,
    isPublic: (security ?? []).length === 0,
    parameters: parameters ?? [],
    body: body === undefined ? null : { required: requestBody?.required === true, schema: body },
    replies: replies.filter(({ status }) => status < '400'),
    errors: replies.filter(({ status }) => status >= '400'),
  }
}

/** The document marks names as Markdown does. */
function withoutMarks(text = ''): string {
  return text.replaceAll('`', '')
}

/** The calls that have every word of the search in their method, path, name, summary or access. */
export function found(calls: readonly ApiCall[], search: string): readonly ApiCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ id, method, path, summary, access }) => {
    const text = `${id} ${method} ${path} ${summary} ${access}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

const capitals: Readonly<Record<string, string>> = {
  api: 'API',
  dmarc: 'DMARC',
  dns: 'DNS',
  spf: 'SPF',
  vt: 'Threat lookups',
}

/** The name of an area for people: `spf-flattening` is "SPF flattening". */
export function areaName(area: string): string {
  const words = area.split('-').map(word => capitals[word] ?? word)
  const name = words.join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
