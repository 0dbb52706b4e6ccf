/** The same calls as `calls.ts`, with the client that `@hey-api/openapi-ts` generates. It is compiled to JavaScript first. */
import { client } from './generated/hey-api/client.gen.js'
import { dnsChanges, domainsAdd, domainsList } from './generated/hey-api/sdk.gen.js'

declare const process: { argv: string[] }

const [, , baseUrl = '', key = ''] = process.argv
client.setConfig({ baseUrl, auth: key })

const added = await domainsAdd({ body: { domain_name: 'client.example' } })
if (added.data === undefined) throw new Error(added.error.detail)
const id: string = added.data.id

const listed = await domainsList()
const names: string[] = (listed.data ?? []).map(({ domain_name }) => domain_name)

const changes = await dnsChanges({ query: { domain_id: id } })
const values: unknown[] = (changes.data ?? []).map(({ new_value }) => new_value)

console.log(JSON.stringify({ id, names, values }))
