import type { z } from 'zod'

/**
 * Makes the bounds of a schema measure texts and lists, and nothing else. Zod compares the `length` of whatever has one,
 * also after it has found that the value is no text. So `{"length":{"toString":1}}`, sent where a text belongs, made the
 * comparison throw, and the caller got a 500 for its own mistake. A value that is neither is refused by its type alone.
 *
 * @returns the same schema
 */
export function measureLengths<S extends z.ZodType>(schema: S): S {
  visit(schema, new Set())
  return schema
}

const bounds: ReadonlySet<unknown> = new Set(['max_length', 'min_length', 'length_equals'])

/**
 * Follows every definition below a schema, whichever kinds of schema there are: a kind that a later version of Zod adds is
 * followed too.
 */
function visit(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { def, innerType } = partsOf(value)
  if (def === null) {
    if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) visitAll(Object.values(value), seen)
    return
  }
  if (bounds.has(Reflect.get(def, 'check'))) Reflect.set(def, 'when', ofTextOrList)
  visitAll([...Object.values(def), innerType], seen)
}

function visitAll(values: readonly unknown[], seen: Set<object>): void {
  for (const value of values) visit(value, seen)
}

/** What Zod knows of a schema or a check; `innerType` of a lazy schema is made at the first look. */
function partsOf(value: object): { def: object | null; innerType: unknown } {
  const internals: unknown = Reflect.get(value, '_zod')
  if (typeof internals !== 'object' || internals === null) return { def: null, innerType: null }
  const def: unknown = Reflect.get(internals, 'def')
  return { def: typeof def === 'object' ? def : null, innerType: Reflect.get(internals, 'innerType') }
}

const ofTextOrList = ({ value }: { value: unknown }): boolean => typeof value === 'string' || Array.isArray(value)
