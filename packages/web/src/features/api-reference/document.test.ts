import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ApiCall, type ApiDocument, areaName, callsOf, found } from './document.ts'
import { curlOf } from './example.ts'
import { boundWords, fieldsOf, typeWords } from './schema.ts'

const document = JSON.parse(
  readFileSync(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8'),
) as ApiDocument
const calls = callsOf(document)
const callOf = (id: string): ApiCall => {
  const call = calls.find(each => each.id === id)
  if (call === undefined) throw new Error(`the document has no ${id}`)
  return call
}
const origin = 'https://waxseal.example'

describe('the calls of the API document', () => {
  it('are all there, those of an area together, each with what it does and who may make it', () => {
    expect(calls).toHaveLength(Object.values(document.paths).flatMap(Object.keys).length)
    const areas = calls.map(({ area }) => area)
    expect(areas.filter((area, at) => area !== areas[at - 1])).toEqual([...new Set(areas)])
    const first = calls.findIndex(({ area }) => calls.every(call => call.area !== area || call.scope === null))
    expect(calls.slice(first).every(({ scope }) => scope === null)).toBe(true)
    for (const { summary, access, isPublic } of calls) {
      expect(summary).toMatch(/^[^`]+\.$/)
      expect(access !== '' || isPublic).toBe(true)
    }
  })

  it('name the scope of a key, or say that no key makes the call', () => {
    expect(callOf('domains.add').scope).toBe('write')
    expect(callOf('diagnostics.scan').scope).toBe('scan')
    for (const { scope, access } of calls) expect(scope === null).toBe(!access.includes('needs the scope'))
    for (const { access } of calls.filter(each => each.scope === null && !each.isPublic)) {
      expect(access).toMatch(/API keys cannot/)
    }
  })

  it('are found by words of address, name, summary or scope, in any order', () => {
    const ids = (search: string) => found(calls, search).map(({ id }) => id)
    expect(ids('csv export')).toEqual(['diagnostics.export-csv'])
    expect(ids('POST /api/diagnostics/scan')).toEqual(['diagnostics.scan'])
    expect(ids('scope scan')).toContain('diagnostics.scan')
    expect(ids('')).toHaveLength(calls.length)
    expect(ids('teapot')).toEqual([])
  })

  it('stand below the names of their areas', () => {
    expect(['spf-flattening', 'api-keys', 'domains', 'dns'].map(areaName)).toEqual([
      'SPF flattening',
      'API keys',
      'Domains',
      'DNS',
    ])
  })
})

describe('the example with curl', () => {
  it('reads with the key alone', () => {
    expect(curlOf(callOf('domains.list'), origin, document)).toBe(
      'curl -sS \\\n  -H "Authorization: Bearer $WAXSEAL_API_KEY" \\\n  "https://waxseal.example/api/domains"',
    )
  })

  it('sends what a body must have, and takes identifiers from the shell', () => {
    expect(curlOf(callOf('domains.add'), origin, document)).toContain(`-d '{"domain_name":"example.com"}'`)
    expect(curlOf(callOf('alerts.save-settings'), origin, document)).toContain(`-d '{"email_alerts":true}'`)
    expect(curlOf(callOf('domains.latest-scan'), origin, document)).toContain('/api/domains/$ID/latest-scan"')
  })

  it('saves a file under its own name, and needs no key for a public call', () => {
    expect(curlOf(callOf('diagnostics.export-pdf'), origin, document)).toContain('curl -sS -OJ')
    expect(curlOf(callOf('config'), origin, document)).not.toContain('Authorization')
  })

  it('has a body that the document accepts for each call that requires one', () => {
    for (const call of calls.filter(({ body }) => body?.required === true)) {
      const [, body] = /-d '(.*)' \\\n/.exec(curlOf(call, origin, document)) ?? []
      const required = fieldsOf(call.body?.schema ?? {}, document).filter(field => field.required)
      const sent = JSON.parse(body ?? '') as object
      for (const { name } of required) expect(Object.keys(sent), call.id).toContain(name)
    }
  })
})

const words = (schema: object): string => typeWords(schema, document)

describe('the fields of a schema', () => {
  it('are those of the component that it refers to, also in a list or beside null', () => {
    const inDomain = fieldsOf({ $ref: '#/components/schemas/Domain' }, document)
    expect(inDomain.map(({ name }) => name)).toContain('health_score')
    const list = { type: 'array', items: { $ref: '#/components/schemas/Domain' } }
    expect(fieldsOf(list, document)).toEqual(inDomain)
    expect(fieldsOf({ anyOf: [list, { type: 'null' }] }, document)).toEqual(inDomain)
    expect(fieldsOf({ type: 'string' }, document)).toEqual([])
  })

  it('have their types and bounds in words', () => {
    expect(words({ type: 'string', format: 'email' })).toBe('string (email)')
    expect(words({ type: 'array', items: { $ref: '#/components/schemas/Domain' } })).toBe('list of Domain')
    expect(words({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number or null')
    expect(words({ enum: ['daily', 'weekly'] })).toBe('one of daily, weekly')
    expect(words({})).toBe('any JSON')
    expect(boundWords({ maxLength: 2000 })).toEqual(['at most 2,000 characters'])
    expect(boundWords({ minimum: 1, maximum: 100, default: 20 })).toEqual(['from 1 to 100', 'default 20'])
    expect(boundWords({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toEqual([])
  })
})
