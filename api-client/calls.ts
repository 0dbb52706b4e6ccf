/**
 * Calls a server with the client that `openapi-typescript` generates, and prints what it read:
 * `node calls.ts ADDRESS KEY`. Compiling it is half of the test: each line after an answer knows its type.
 */
import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi-typescript.ts'

declare const process: { argv: string[] }

const [, , baseUrl = '', key = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })

const added = await client.POST('/api/domains', { body: { domain_name: 'client.example' } })
if (added.data === undefined) throw new Error(added.error.detail)
const id: string = added.data.id

const listed = await client.GET('/api/domains', {})
const names: string[] = (listed.data ?? []).map(({ domain_name }) => domain_name)

const changes = await client.GET('/api/dns/changes', { params: { query: { domain_id: id } } })
const values: unknown[] = (changes.data ?? []).map(({ new_value }) => new_value)

// @ts-expect-error: the document says that a domain needs its name
await client.POST('/api/domains', { body: {} })

console.log(JSON.stringify({ id, names, values }))
