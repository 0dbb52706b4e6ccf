import { type SubdomainService, subdomainServices } from '@waxseal/core/spf'
import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/class-names.ts'
import { type Draft, type DraftReading, labelOf } from './draft.ts'
import { listed } from './listed.ts'

interface Props {
  draft: Draft
  reading: DraftReading
  problem: string | null
  onChange: (draft: Draft) => void
}

/** The services to select, each with its subdomain. */
export function ServiceList({ draft, reading, problem, onChange }: Props): ReactNode {
  const shared = (reading.records ?? []).filter(({ services }) => services.length > 1)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 max-w-prose text-ink2">
        You can change each suggested subdomain. Services on the same subdomain share one record.
      </legend>
      <ul className="border-t border-line">
        {subdomainServices.map(service => (
          <Row key={service.id} service={service} draft={draft} reading={reading} onChange={onChange} />
        ))}
      </ul>
      <div aria-live="polite" className="text-13 text-ink2">
        {shared.map(({ services, dnsRecord }) => (
          <p key={dnsRecord.name} className="mt-2 [overflow-wrap:anywhere]">
            {listed(services)} share <span className="font-mono">{dnsRecord.name}</span> and one record.
          </p>
        ))}
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 text-13 text-poor">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface RowProps extends Omit<Props, 'problem'> {
  service: SubdomainService
}

function Row({ service, draft, reading, onChange }: RowProps): ReactNode {
  const id = useId()
  const { name, includes } = service
  const chosen = draft.chosen.has(service.id)
  const problem = reading.labelProblems.get(service.id)

  function choose(checked: boolean): void {
    const next = new Set(draft.chosen)
    if (checked) next.add(service.id)
    else next.delete(service.id)
    onChange({ ...draft, chosen: next })
  }

  return (
    <li
      className={cx(
        'grid items-center gap-x-4 gap-y-1 border-b border-line px-2 py-2',
        'grid-cols-[1rem_minmax(0,1fr)] md:grid-cols-[1rem_10rem_minmax(0,1fr)_minmax(0,17rem)]',
        chosen && 'bg-accent-tint',
      )}
    >
      <input
        id={id}
        type="checkbox"
        className="size-4 accent-accent"
        checked={chosen}
        onChange={event => choose(event.target.checked)}
      />
      <label htmlFor={id} className="flex min-h-8 cursor-pointer items-center font-[560]">
        {name}
      </label>
      <div className="min-w-0 max-md:col-start-2">
        <div className="flex items-center gap-1">
          <input
            aria-label={`Subdomain for ${name}`}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            className={cx(
              'h-8 w-32 min-w-0 shrink-0 rounded border bg-surface px-2 font-mono text-13 text-ink max-sm:w-40 max-sm:text-16',
              problem === undefined ? 'border-field hover:border-ink' : 'border-poor',
            )}
            value={labelOf(draft, service)}
            onChange={event => onChange({ ...draft, labels: { ...draft.labels, [service.id]: event.target.value } })}
          />
          <span className="min-w-0 truncate font-mono text-13 text-ink2" title={reading.domain ?? undefined}>
            .{reading.domain ?? 'your domain'}
          </span>
        </div>
        {problem !== undefined && (
          <p id={`${id}-problem`} role="alert" className="mt-1 text-13 text-poor">
            {problem}
          </p>
        )}
      </div>
      <span className="font-mono text-12 text-ink2 [overflow-wrap:anywhere] max-md:col-start-2">
        {includes.map(include => `include:${include}`).join(' ')}
      </span>
    </li>
  )
}
