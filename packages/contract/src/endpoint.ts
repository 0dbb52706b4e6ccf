import type { Role } from '@waxseal/core/plan'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { measureLengths } from './measure-lengths.ts'

/** The address of a call, as plain data, so that the browser can use it without a schema library. */
interface Address {
  /** Stable name, `area.verb`; the operationId in OpenAPI. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`; parameters as `:name`. */
  path: string
}

/**
 * Who may make a call: `public` means anyone; `session` means someone who is signed in, also with a deleted account; `user`
 * means someone who is signed in and has at least this role in the workspace of the call. The server refuses all others, and
 * the screens lock the action for them.
 */
export type Route = Address & ({ auth: 'public' } | { auth: 'session' } | { auth: 'user'; role: Role })

/** The header that names the workspace a call is about; without it the call is about the caller's own. */
export const workspaceHeader = 'waxseal-workspace'

/** One call of the API: route, input, reply, errors. */
export interface Endpoint<
  R extends Route = Route,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  route: R
  summary: string
  status: 200 | 201 | 204
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** The media type of a reply that is a file or a stream: the handler sends it itself. */
  file?: 'application/json' | 'application/pdf' | 'text/csv' | 'text/event-stream'
  /** A client that accepts `text/event-stream` gets a stream of events in place of the JSON; the handler sends it itself. */
  streams?: true
  errors: readonly ErrorCode[]
}

/** Builds an endpoint and keeps the exact types of its schemas. What they measure are texts and lists (`measureLengths`). */
export function endpoint<const E extends Endpoint>(value: E): E {
  for (const schema of [value.params, value.query, value.body]) if (schema) measureLengths(schema)
  return value
}

/** The input and output types of an endpoint, for `call()` in the browser as `import type`. */
export type ParamsOf<E> = E extends { params: infer S extends z.ZodType } ? z.input<S> : undefined
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined
export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined
export type ReplyOf<E> = E extends { reply: infer S extends z.ZodType } ? z.output<S> : never

/** The schemas' arrays are mutable; what we make of them is not changed. */
export type Frozen<T> = T extends readonly (infer U)[]
  ? number extends T['length']
    ? readonly Frozen<U>[]
    : { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T
