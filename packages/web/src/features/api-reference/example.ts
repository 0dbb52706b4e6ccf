import type { ApiCall, ApiDocument, Schema } from './document.ts'
import { resolved } from './schema.ts'

/**
 * The call with curl, in a shell that has the key in `WAXSEAL_API_KEY`, with a value for everything that is required.
 * Identifiers of the path are variables of the shell.
 *
 * @param origin of the server, as `https://waxseal.example`
 */
export function curlOf(call: ApiCall, origin: string, document: ApiDocument): string {
  const { method, body, replies } = call
  const isFile = replies.some(({ mediaTypes }) =>
    mediaTypes.some(type => type === 'application/pdf' || type === 'text/csv'),
  )
  const options = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`}${isFile ? ' -OJ' : ''}`,
    ...(call.isPublic ? [] : ['-H "Authorization: Bearer $WAXSEAL_API_KEY"']),
    ...(body === null || !body.required
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(sampleOf(body.schema, document, 'body')))}`,
        ]),
    `"${origin}${pathOf(call, document)}"`,
  ]
  return options.join(' \\\n  ')
}

function pathOf({ path, parameters }: ApiCall, document: ApiDocument): string {
  const query = parameters
    .filter(each => each.in === 'query' && each.required === true)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, document, name)))}`)
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `$${name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase()}`,
  )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** In single quotes for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A value that has what the schema requires, or its first field. @param name of the field it is for */
export function sampleOf(given: Schema, document: ApiDocument, name: string): unknown {
  const { schema } = resolved(given, document)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first !== undefined) return sampleOf(first, document, name)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  switch (type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      const required = fields.filter(([key]) => schema.required?.includes(key))
      // Where nothing is required, such as of settings, one value shows the form.
      const shown = required.length > 0 ? required : fields.slice(0, 1)
      return Object.fromEntries(shown.map(([key, value]) => [key, sampleOf(value, document, key)]))
    }
    case 'array':
      return schema.items === undefined ? [] : [sampleOf(schema.items, document, name.replace(/s$/, ''))]
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textFor(name, schema.format)
  }
}

function textFor(name: string, format: string | undefined): string {
  if (format === 'uuid' || /(?:^|_)id$/.test(name)) return '3f0c2f4e-8f5b-4c3f-9a53-0d6d8c1f7b52'
  if (format === 'date-time') return '2026-12-31T00:00:00.000Z'
  if (format === 'email' || /email/.test(name)) return 'ada@example.com'
  if (format === 'uri' || /url/.test(name)) return 'https://example.com/hook'
  if (/domain|host/.test(name)) return 'example.com'
  return name === 'record' || name === 'spf_record' ? 'v=spf1 mx -all' : '…'
}
