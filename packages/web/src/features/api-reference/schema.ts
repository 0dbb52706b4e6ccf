import type { ApiDocument, Schema } from './document.ts'

const prefix = '#/components/schemas/'

/** The schema that a reference leads to, and its name; a schema without a reference is itself. */
export function resolved(schema: Schema, { components }: ApiDocument): { schema: Schema; name: string | null } {
  if (schema.$ref === undefined || !schema.$ref.startsWith(prefix)) return { schema, name: null }
  const name = schema.$ref.slice(prefix.length)
  return { schema: components?.schemas?.[name] ?? {}, name }
}

/** A field of an object. */
export interface FieldOf {
  name: string
  schema: Schema
  required: boolean
}

/**
 * The fields inside a schema: of an object, of the objects in a list or a map, or of the one object among alternatives.
 * Empty: it has none.
 */
export function fieldsOf(given: Schema, document: ApiDocument): readonly FieldOf[] {
  const { schema } = resolved(given, document)
  if (schema.properties !== undefined) {
    const required = new Set(schema.required)
    return Object.entries(schema.properties).map(([name, value]) => ({
      name,
      schema: value,
      required: required.has(name),
    }))
  }
  if (schema.items !== undefined) return fieldsOf(schema.items, document)
  if (typeof schema.additionalProperties === 'object') return fieldsOf(schema.additionalProperties, document)
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(each => fieldsOf(each, document).length > 0)
  return alternatives.length === 1 && alternatives[0] !== undefined ? fieldsOf(alternatives[0], document) : []
}

/** The type in a few words: "string (email)", "list of Domain", "one of daily, weekly", "number or null". */
export function typeWords(given: Schema, document: ApiDocument): string {
  const { schema, name } = resolved(given, document)
  if (name !== null) return name
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map(each => typeWords(each, document)))].join(' or ')
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) {
    const values = schema.enum.map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
    return values.length === 1 ? (values[0] ?? '') : `one of ${values.join(', ')}`
  }
  if (schema.items !== undefined) return `list of ${typeWords(schema.items, document)}`
  if (schema.prefixItems !== undefined) {
    return `list: ${schema.prefixItems.map(each => typeWords(each, document)).join(', ')}`
  }
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined) {
    return `map of ${typeWords(schema.additionalProperties, document)}`
  }
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'any JSON')
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

/** The bounds in words: "at most 2,000 characters", "from 1 to 100", "default 20". */
export function boundWords(given: Schema): readonly string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, default: usual } = given
  return [
    rangeWords(minLength, maxLength, ' characters'),
    rangeWords(minItems, maxItems, ' entries'),
    rangeWords(within(minimum), within(maximum), ''),
    usual === undefined ? null : `default ${JSON.stringify(usual)}`,
  ].filter(words => words !== null)
}

/** Without the bounds of every whole number, which say nothing about this one. */
function within(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound
}

function rangeWords(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least !== undefined && most !== undefined) return `from ${shown(least)} to ${shown(most)}${unit}`
  if (most !== undefined) return `at most ${shown(most)}${unit}`
  return least === undefined ? null : `at least ${shown(least)}${unit}`
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
