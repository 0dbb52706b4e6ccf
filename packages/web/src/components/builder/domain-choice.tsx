import { useQuery } from '@tanstack/react-query'
import * as wording from '@waxseal/contract/wording'
import { mayUse } from '@waxseal/core/plan'
import { Lock } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { domainIn } from '../../lib/domain-name.ts'
import { paths } from '../../lib/paths.ts'
import { type Domain, meQuery } from '../../lib/queries.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Choice } from './choice.ts'
import { builderTexts } from './wording.ts'

interface Props {
  domains: readonly Domain[] | undefined
  failed: boolean
  onRetry: () => void
  choice: Choice
  onChange: (part: Partial<Choice>) => void
}

/** One of the account's domains, or a typed name. */
export function DomainChoice({ domains, failed, onRetry, choice, onChange }: Props): ReactNode {
  return (
    <Sheet title={builderTexts.choose}>
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        {domains ? (
          <OwnDomains domains={domains} chosen={choice.chosen} onChange={onChange} />
        ) : failed ? (
          <LoadFailed what="Your domains" onRetry={onRetry} />
        ) : (
          <Loading what="your domains">
            <Skeleton className="mt-6 h-10 w-full" />
          </Loading>
        )}
        <TypedDomain domains={domains ?? []} typed={choice.typed} onChange={onChange} />
      </div>
    </Sheet>
  )
}

interface OwnProps extends Pick<Props, 'onChange'> {
  domains: readonly Domain[]
  chosen: Choice['chosen']
}

function OwnDomains({ domains, chosen, onChange }: OwnProps): ReactNode {
  if (domains.length === 0) {
    return (
      <div>
        <p className="mb-1 text-13 font-[560]">Your domains</p>
        <p className="text-ink2">
          No domains yet.{' '}
          <Link to={paths.domains} className="prose-link">
            Add a domain
          </Link>
        </p>
      </div>
    )
  }
  const sorted = domains.toSorted((a, b) => a.domain_name.localeCompare(b.domain_name))
  return (
    <SelectField
      label="Your domains"
      value={chosen?.own ? chosen.id : ''}
      options={[
        { value: '', label: 'Select a domain' },
        ...sorted.map(({ id, domain_name: name, domain_unicode: unicode, read_only: isReadOnly }) => ({
          value: id,
          label: `${unicode ?? name}${isReadOnly ? ' (read-only)' : ''}`,
        })),
      ]}
      onChange={id => onChange({ chosen: id === '' ? null : { own: true, id } })}
    />
  )
}

interface TypedProps extends Pick<Props, 'onChange'> {
  domains: readonly Domain[]
  typed: string
}

function TypedDomain({ domains, typed, onChange }: TypedProps): ReactNode {
  const { data: me } = useQuery(meQuery)
  const [error, setError] = useState<string | null>(null)
  // While the plan is unknown, the server decides.
  const locked = me !== undefined && !mayUse(me.tier, 'adhoc_domains')

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (typed.trim() === '') return setError(wording.enterDomain)
    const name = domainIn(typed)
    if (name === null) return setError(wording.invalidDomain)
    const own = domains.find(domain => domain.domain_name === name)
    if (own) return onChange({ chosen: { own: true, id: own.id } })
    if (locked) return upgrade.open({ feature: 'adhoc_domains', detail: null })
    onChange({ chosen: { own: false, name } })
  }

  return (
    <form onSubmit={onSubmit} noValidate className="flex items-start gap-2">
      <Field
        className="min-w-0 grow"
        label="Or another domain"
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={2_000}
        value={typed}
        error={error}
        onChange={event => {
          onChange({ typed: event.target.value })
          setError(null)
        }}
      />
      <Button type="submit" className="mt-6">
        {locked && <Lock className="size-3.5" aria-hidden />}
        {builderTexts.takeDomain}
      </Button>
    </form>
  )
}
