/** A value of a form that Stripe's clients send. */
type Value = string | Value[] | { [name: string]: Value }

/** Reads `items[0][price]=p&expand[]=x` as Stripe does: names in brackets nest, and numbers count an array. */
export function parseForm(text: string): Record<string, Value> {
  const root: { [name: string]: Value } = {}
  for (const [name, value] of new URLSearchParams(text)) put(root, partsOf(name), value)
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withArrays(value)]))
}

/** `a[b][0]` is a, b and 0. */
function partsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map(part => part.replace(/\]$/, ''))]
}

function put(target: { [name: string]: Value }, [first = '', ...rest]: string[], value: string): void {
  const key = first === '' ? String(Object.keys(target).length) : first
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const inner = target[key]
  const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  target[key] = next
  put(next, rest, value)
}

function withArrays(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withArrays(inner)] as const)
  const isArray = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
