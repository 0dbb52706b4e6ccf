import { type SpfService, spfServices } from '@waxseal/core/spf'
import { Check, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Disclosed } from '../../ui/disclosed.tsx'
import { Field } from '../../ui/field.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { matching } from './service-search.ts'

const named = spfServices.filter(({ rank }) => rank !== null)
const others = spfServices.filter(({ rank }) => rank === null)

interface Props {
  includes: readonly string[]
  onAdd: (service: SpfService) => void
}

/**
 * Mail services by name: the best known directly, the others by search. One that is in the record already is disabled.
 */
export function QuickAdd({ includes, onAdd }: Props): ReactNode {
  const [search, setSearch] = useState('')
  const found = matching(others, search)
  const isAdded = (service: SpfService): boolean => service.includes.every(name => includes.includes(name))
  return (
    <div>
      <h3 className="mb-1 text-13 font-[560]">Common email providers</h3>
      <ul className="grid grid-cols-2 gap-2">
        {named.map(service => (
          <li key={service.id} className="grid grid-cols-1">
            <ServiceButton
              service={service}
              added={isAdded(service)}
              onAdd={onAdd}
              className="min-h-10 rounded border border-field bg-surface px-3 py-1.5"
            />
          </li>
        ))}
      </ul>
      <Disclosed summary={`${others.length} more providers`} className="mt-2">
        <Field
          label="Search providers"
          type="search"
          placeholder="Name or include"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={search}
          onChange={event => setSearch(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            // Enter in a field generates the record; here it adds the only provider left.
            event.preventDefault()
            const [only, another] = found
            if (only && !another && !isAdded(only)) onAdd(only)
          }}
        />
        <p role="status" className="mt-1 mb-2 text-13 text-ink3">
          {found.length === 0
            ? 'No provider found. Add its include below, from the provider’s documentation.'
            : `${found.length} of ${others.length}`}
        </p>
        {found.some(service => !service.verified) && (
          <p className="mb-2 text-13 text-ink3">
            Unverified: from the provider’s page or a customer’s record. The preview looks it up in DNS.
          </p>
        )}
        {found.length > 0 && (
          <ScrollRegion label="Providers" className="max-h-60 border-y border-line">
            <ul>
              {found.map(service => (
                <li key={service.id} className="grid grid-cols-1 border-b border-line last:border-b-0">
                  <ServiceButton
                    service={service}
                    added={isAdded(service)}
                    onAdd={onAdd}
                    className="min-h-10 px-1 py-1.5"
                    details
                  />
                </li>
              ))}
            </ul>
          </ScrollRegion>
        )}
      </Disclosed>
    </div>
  )
}

interface ButtonProps {
  service: SpfService
  added: boolean
  onAdd: (service: SpfService) => void
  className: string
  /** Shows its includes and their lookups. */
  details?: boolean
}

/** Disabled for assistive technology and for clicks, but it keeps the focus after being pressed. */
function ServiceButton({ service, added, onAdd, className, details = false }: ButtonProps): ReactNode {
  const Icon = added ? Check : Plus
  return (
    <button
      type="button"
      aria-disabled={added || undefined}
      title={service.includes.map(name => `include:${name}`).join(' ')}
      onClick={() => added || onAdd(service)}
      className={cx(
        'flex gap-2 text-start text-13',
        details ? 'items-start' : 'items-center',
        added ? 'cursor-not-allowed text-ink3' : 'hover:border-ink hover:bg-sunken',
        className,
      )}
    >
      <Icon
        className={cx('size-3.5 shrink-0', details && 'mt-[3px]', added ? 'text-excellent' : 'text-ink3')}
        aria-hidden
      />
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        <span className="sr-only">{added ? 'Added: ' : 'Add '}</span>
        <span className="font-[560]">{service.name}</span>
        {details && <span className="block font-mono text-12 text-ink3">{service.includes.join(' ')}</span>}
        {!service.verified && <span className="block text-12 text-fair">unverified</span>}
      </span>
      {details && service.lookups !== null && (
        <span className="shrink-0 text-12 text-ink3">
          {service.lookups} {service.lookups === 1 ? 'lookup' : 'lookups'}
        </span>
      )}
    </button>
  )
}
