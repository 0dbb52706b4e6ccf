import { analysisWords } from '@waxseal/core/headers'
import type { ReactNode } from 'react'
import type { Analysis } from './api.ts'
import { PlainText } from './plain-text.tsx'

/** The fields that people read, and every value of a field that the header repeats. */
export function HeadersTab({ analysis: { parsed_data: data } }: { analysis: Analysis }): ReactNode {
  const fields: readonly [string, string | null, 'mono'?][] = [
    ['From', data.from],
    ['Return Path', data.return_path, 'mono'],
    ['To', data.to],
    ['Subject', data.subject],
    ['Sending IP', data.sending_ip, 'mono'],
    ['Message ID', data.message_id, 'mono'],
  ]
  // The path itself is the usual source.
  const source = data.sending_ip_at?.label.toLowerCase() === 'received' ? null : data.sending_ip_at
  return (
    <dl>
      {fields.map(([name, value, font]) => (
        <div key={name} className="border-b border-line py-2 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-4">
          <dt className="text-13 text-ink3">{name}</dt>
          <dd className="min-w-0">
            {value === null || value.trim() === '' ? (
              <span className="text-ink3">{analysisWords.notFound}</span>
            ) : (
              <PlainText text={value} mono={font === 'mono'} />
            )}
            {name === 'Sending IP' && source != null && (
              <span className="block text-12 text-ink3">
                Reported by <bdi>{source.label.slice(0, 60)}</bdi>, line {source.line}
              </span>
            )}
          </dd>
        </div>
      ))}
      {(data.repeated ?? []).map(({ label, count, values }) => (
        <div key={label} className="border-b border-line py-2 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-4">
          <dt className="text-13 text-ink3">{`${label}, there ${count === 2 ? 'twice' : `${count} times`}`}</dt>
          <dd className="min-w-0">
            <ul>
              {values.map(({ line, text }) => (
                <li key={line}>
                  <PlainText text={text} /> <span className="text-12 text-ink3">Line {line}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
