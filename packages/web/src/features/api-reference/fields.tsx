import { type ReactNode, useState } from 'react'
import type { ApiDocument, Schema } from './document.ts'
import { boundWords, fieldsOf, typeWords } from './schema.ts'

interface Props {
  schema: Schema
  document: ApiDocument
}

/** The fields of an object, each with its type. What is inside a field is made when it is opened: a schema may contain itself. */
export function Fields({ schema, document }: Props): ReactNode {
  const fields = fieldsOf(schema, document)
  if (fields.length === 0) return <p className="text-13 text-ink2">{typeWords(schema, document)}</p>
  return (
    <ul className="border-t border-line">
      {fields.map(field => (
        <li key={field.name} className="border-b border-line py-1.5 text-13">
          <TypeLine {...field} document={document} />
          {field.schema.description !== undefined && (
            <p className="mt-1 max-w-prose text-ink2">{field.schema.description}</p>
          )}
          <Inside name={field.name} schema={field.schema} document={document} />
        </li>
      ))}
    </ul>
  )
}

interface TypeLineProps extends Props {
  name: string
  required: boolean
  /** Where a parameter is. */
  place?: string
}

/** Name, type, and bounds of a field or a parameter in a line. */
export function TypeLine({ name, schema, required, document, place }: TypeLineProps): ReactNode {
  const facts = [...(place === undefined ? [] : [place]), ...boundWords(schema), ...(required ? [] : ['optional'])]
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 [overflow-wrap:anywhere]">
      <code className="font-mono font-[560]" dir="ltr">
        {name}
      </code>
      <span className="text-ink2">{typeWords(schema, document)}</span>
      {facts.length > 0 && <span className="text-ink3">{facts.join(', ')}</span>}
    </p>
  )
}

function Inside({ name, schema, document }: Props & { name: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const count = fieldsOf(schema, document).length
  if (count === 0) return null
  return (
    <details open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-8 items-center rounded px-1 text-13 text-accent hover:underline">
        {isOpen ? `Hide the fields of ${name}` : `Show the ${count} ${count === 1 ? 'field' : 'fields'} of ${name}`}
      </summary>
      {isOpen && (
        <div className="border-s border-line ps-3">
          <Fields schema={schema} document={document} />
        </div>
      )}
    </details>
  )
}
