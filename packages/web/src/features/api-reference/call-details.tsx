import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { ApiCall, ApiDocument, ApiReply, Parameter } from './document.ts'
import { curlOf } from './example.ts'
import { Fields, TypeLine } from './fields.tsx'
import { fieldsOf, typeWords } from './schema.ts'

interface Props {
  call: ApiCall
  document: ApiDocument
}

/** All that the document says about a call: who may make it, what it takes and returns, and how curl makes it. */
export function CallDetails({ call, document }: Props): ReactNode {
  const { summary, access, scope, isPublic, parameters, body, replies, errors } = call
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="max-w-prose">
        <p>{summary}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink2">
          <Access scope={scope} isPublic={isPublic} />
          {access}
        </p>
      </div>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <Parameters parameters={parameters} document={document} />
        </Part>
      )}
      {body !== null && (
        <Part title={body.required ? 'Body' : 'Body (optional)'}>
          <Fields schema={body.schema} document={document} />
        </Part>
      )}
      <Part title="Reply">
        {replies.map(reply => (
          <Reply key={reply.status} reply={reply} document={document} />
        ))}
      </Part>
      <Part title="Errors">
        <Errors errors={errors} document={document} />
      </Part>
      {(scope !== null || isPublic) && <Curl call={call} document={document} />}
    </div>
  )
}

function Access({ scope, isPublic }: Pick<ApiCall, 'scope' | 'isPublic'>): ReactNode {
  if (isPublic) return <Tag tone="info">No sign-in</Tag>
  return scope === null ? <Tag tone="idle">No API key</Tag> : <Tag tone="good">{`Scope ${scope}`}</Tag>
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-14 font-[600]">{title}</h3>
      {children}
    </div>
  )
}

const places = { path: 'in the path', query: 'in the query', header: 'header' } as const

function Parameters({ parameters, document }: { parameters: readonly Parameter[]; document: ApiDocument }): ReactNode {
  return (
    <ul className="border-t border-line">
      {parameters.map(({ name, in: place, required = false, description, schema }) => (
        <li key={`${place} ${name}`} className="border-b border-line py-2 text-13">
          <TypeLine name={name} schema={schema} required={required} document={document} place={places[place]} />
          {description !== undefined && <p className="mt-1 max-w-prose text-ink2">{description}</p>}
        </li>
      ))}
    </ul>
  )
}

function Reply({ reply, document }: { reply: ApiReply; document: ApiDocument }): ReactNode {
  const { status, name, mediaTypes, schema } = reply
  const others = mediaTypes.filter(type => type !== 'application/json')
  return (
    <div className="mb-3 last:mb-0">
      <p className="mb-1 text-13 text-ink2">
        <span className="font-mono font-[560] text-ink">{status}</span> {name}
        {schema !== null && `, ${typeWords(schema, document)}`}
        {others.length > 0 && `, ${schema === null ? '' : 'or '}${others.join(', ')}`}
      </p>
      {schema !== null && fieldsOf(schema, document).length > 0 && <Fields schema={schema} document={document} />}
    </div>
  )
}

/** One line for all of them: each has the same fields. */
function Errors({ errors, document }: { errors: readonly ApiReply[]; document: ApiDocument }): ReactNode {
  const schema = errors.find(each => each.schema !== null)?.schema ?? null
  return (
    <>
      <p className="mb-1 max-w-prose text-13 text-ink2">
        {errors.map(({ status, name }, at) => (
          <span key={status}>
            {at > 0 && ', '}
            <span className="font-mono text-ink">{status}</span> {name}
          </span>
        ))}
      </p>
      {schema !== null && <Fields schema={schema} document={document} />}
    </>
  )
}

function Curl({ call, document }: Props): ReactNode {
  const text = curlOf(call, window.location.origin, document)
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center gap-3">
        <h3 className="text-14 font-[600]">Example with curl</h3>
        <span className="ms-auto">
          <CopyButton text={text} what="the example with curl" done="Example copied" />
        </span>
      </div>
      <pre
        dir="ltr"
        className="rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  )
}
