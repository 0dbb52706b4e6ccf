import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { cacheFolder } from '../store.ts'
import type { RequestName } from './requests.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const packages = ['stripe', 'ts-json-schema-generator'].map(name => {
  return here(`../../../../../node_modules/${name}/package.json`)
})

/** Checks the parameters of a request; they are changed to the types that they stand for. Null, or what is wrong. */
export type CheckRequest = (name: RequestName, parameters: object) => Refused | null

/** The first thing that is wrong, as Stripe says it. */
interface Refused {
  message: string
  param: string
}

/**
 * Checks requests against Stripe's own types: JSON Schemas made of the declarations in the package `stripe`. They take some
 * seconds to make, so they are kept until the package, the generator or the list of requests changes.
 */
export async function openRequestChecks(): Promise<CheckRequest> {
  const schema = JSON.parse(await schemaText()) as { properties: Record<string, object>; definitions?: object }
  // Forms have only texts. An empty one deletes a value: it becomes null.
  const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: false, verbose: true })
  const checks = new Map<string, ValidateFunction>()
  return (name, parameters) => {
    const own = schema.properties[name]
    if (own === undefined) throw new Error(`there is no schema of ${name}`)
    const check = checks.get(name) ?? ajv.compile({ ...own, definitions: schema.definitions ?? {} })
    checks.set(name, check)
    if (check(parameters)) return null
    return wrongOf(check.errors ?? [])
  }
}

function wrongOf(errors: readonly ErrorObject[]): Refused {
  const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties')
  const error = unknown ?? errors[0]
  const path = (error?.instancePath ?? '').split('/').slice(1)
  const added = unknown?.params['additionalProperty'] as string | undefined
  const [first = '', ...rest] = added === undefined ? path : [...path, added]
  const param = `${first}${rest.map(part => `[${part}]`).join('')}`
  return unknown === undefined
    ? { message: `Invalid ${param || 'request'}: ${error?.message ?? ''}`, param }
    : { message: `Received unknown parameter: ${param}`, param }
}

async function schemaText(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [here('requests.ts'), here('tsconfig.json'), ...packages]) hash.update(await readFile(path))
  const path = join(cacheFolder, `stripe-requests-${hash.digest('hex').slice(0, 16)}.json`)
  if (!existsSync(path)) {
    const text = await generated()
    await mkdir(cacheFolder, { recursive: true })
    // Several test files may do this at once; each file is whole.
    await writeFile(`${path}.${process.pid}`, text)
    await rename(`${path}.${process.pid}`, path)
  }
  return readFile(path, 'utf8')
}

async function generated(): Promise<string> {
  const { createGenerator } = await import('ts-json-schema-generator')
  const type = 'Requests'
  const generator = createGenerator({
    path: here('requests.ts'),
    tsconfig: here('tsconfig.json'),
    type,
    expose: 'none',
    topRef: false,
    jsDoc: 'none',
    functions: 'hide',
    skipTypeCheck: true,
  })
  return JSON.stringify(generator.createSchema(type))
}
