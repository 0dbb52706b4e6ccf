import { useQuery } from '@tanstack/react-query'
import * as wording from '@waxseal/contract/wording'
import { hostedLabel } from '@waxseal/core/spf'
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { type Domain, domainsQuery } from '../../lib/queries.ts'
import type { Drafted } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type Configuration, type Flattening, useCreate } from './api.ts'
import { type Draft, isTyped } from './draft.ts'
import { randomEnding } from './ending.ts'
import { hostedName, inOneLine, isSpf } from './found-record.ts'
import { ScanOffer } from './scan-offer.tsx'
import { type AutoFetch, useAutoFetch } from './use-auto-fetch.ts'
import { flatteningTexts } from './wording.ts'

interface Props {
  list: Flattening
  work: Drafted<Draft>
  onCreated: (configuration: Configuration) => void
  onCancel: () => void
}

/** Creates the hosted record of a domain. */
export function CreateForm({ list, work, onCreated, onCancel }: Props): ReactNode {
  const domains = useQuery(domainsQuery)
  // Problems are shown once the user asks for the record, not while typing.
  const [asked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLSelectElement>(null)
  const fetch = useAutoFetch(work, list.zone.suffix)
  const { draft } = work
  const domain = domains.data?.find(({ id }) => id === draft.domainId) ?? null
  const create = useCreate(problem => {
    setRefusal(problem)
    // Another customer may have got the name meanwhile.
    if (problem === wording.slugTaken) work.change({ ending: randomEnding() })
  })
  const problems = { domain: domainProblem(domain), record: recordProblem(draft.record, list.zone.suffix) }
  const hasDomains = domains.data !== undefined

  useEffect(() => {
    if (hasDomains) first.current?.focus()
  }, [hasDomains])

  function submit(event: FormEvent): void {
    event.preventDefault()
    // The focus moves to the first field with a problem, so it must be marked.
    flushSync(() => setAsked(true))
    if (domain === null || problems.record !== null) {
      notify.error(flatteningTexts.fixErrors)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    setRefusal(null)
    create.start(
      {
        customer_slug: hostedLabel(domain.domain_name, draft.ending),
        original_domain: domain.domain_name,
        original_spf_record: inOneLine(draft.record),
      },
      { onSuccess: onCreated },
    )
  }

  function cancel(): void {
    fetch.stop()
    onCancel()
  }

  return (
    <Sheet title="New configuration" className="mb-12">
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-2xl grid-cols-1 gap-6">
        <div>
          {domains.data ? (
            <DomainChoice
              domains={domains.data}
              chosen={domain}
              error={asked ? problems.domain : null}
              ref={first}
              onChoose={chosen => {
                setRefusal(null)
                fetch.choose(chosen)
              }}
            />
          ) : domains.isError ? (
            <LoadFailed what="Your domains" onRetry={() => void domains.refetch()} />
          ) : (
            <Loading what="your domains">
              <Skeleton className="h-16 w-full" />
            </Loading>
          )}
          {domain !== null && <ScanOffer key={domain.id} domain={domain} fetch={fetch} />}
        </div>
        {domain !== null && <HostedName domain={domain} ending={draft.ending} list={list} />}
        <div className="grid grid-cols-1 gap-3">
          <TextArea
            label={flatteningTexts.recordLabel}
            required
            value={draft.record}
            placeholder="v=spf1 include:_spf.example.com -all"
            error={refusal ?? (asked ? problems.record : null)}
            hint={hintOf(draft, domains.data?.length ?? 0)}
            onChange={event => {
              setRefusal(null)
              work.change({ record: event.target.value })
            }}
          />
          {domain !== null && !isTyped(draft) && (
            <div role="status">
              <Obstacle domain={domain} obstacle={fetch.obstacle} />
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            look="primary"
            className="aria-disabled:opacity-55"
            busy={create.busy}
            // It can still be pressed, and then says what is missing.
            aria-disabled={create.busy || domain === null || undefined}
          >
            {create.busy ? flatteningTexts.creating : flatteningTexts.create}
          </Button>
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** Of the record. The fetch is announced only while a domain can be chosen. */
function hintOf({ record, loaded, domainId }: Draft, domains: number): string | undefined {
  if (loaded !== null && record !== '') return flatteningTexts.recordLoaded
  return domains > 0 && !domainId ? flatteningTexts.recordHint : undefined
}

interface ChoiceProps {
  domains: readonly Domain[]
  chosen: Domain | null
  error: string | null
  ref: Ref<HTMLSelectElement>
  onChoose: (domain: Domain | null) => void
}

function DomainChoice({ domains, chosen, error, ref, onChoose }: ChoiceProps): ReactNode {
  if (domains.length === 0) {
    return (
      <Note look="info" title={flatteningTexts.noDomains}>
        <Link to={paths.domains} className="prose-link">
          Open Domains
        </Link>
      </Note>
    )
  }
  const named = domains.map(({ id, domain_name, domain_unicode }) => ({
    value: id,
    label: domain_unicode ?? domain_name,
  }))
  return (
    <SelectField
      ref={ref}
      label="Domain"
      value={chosen?.id ?? ''}
      options={[{ value: '', label: flatteningTexts.chooseDomain }, ...named]}
      error={error}
      onChange={id => onChoose(domains.find(domain => domain.id === id) ?? null)}
    />
  )
}

function HostedName({ domain, ending, list }: { domain: Domain; ending: string; list: Flattening }): ReactNode {
  const existing = list.configurations.find(({ domain_id }) => domain_id === domain.id)
  const name = existing?.hosted_name ?? `${hostedLabel(domain.domain_name, ending)}${list.zone.suffix}`
  return (
    <div>
      <p className="mb-1 text-13 font-[560]">Hosted subdomain</p>
      <p className="rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere]" dir="ltr">
        {name}
      </p>
      <p className="mt-1 text-13 text-ink3">{flatteningTexts.slugHint}</p>
      {existing !== undefined && (
        <p className="mt-2 text-13 text-ink2">
          {domain.domain_unicode ?? domain.domain_name} already has a configuration. Its original record is replaced,
          and its hosted subdomain stays.
        </p>
      )}
    </div>
  )
}

function Obstacle({ domain, obstacle }: { domain: Domain; obstacle: AutoFetch['obstacle'] }): ReactNode {
  const shown = domain.domain_unicode ?? domain.domain_name
  if (obstacle?.kind === 'several') {
    return (
      <Note look="warning" title={`${shown} has several SPF records, so none was loaded`}>
        Receivers ignore all of them. Enter the one that you mean to keep.
      </Note>
    )
  }
  if (obstacle?.kind === 'hosted') {
    return (
      <Note look="warning" title={`The SPF record of ${shown} already includes the hosted one`}>
        It includes {obstacle.name}. Enter the record that you had before, or edit the existing configuration.
      </Note>
    )
  }
  return null
}

function domainProblem(domain: Domain | null): string | null {
  return domain === null ? flatteningTexts.selectDomain : null
}

function recordProblem(typed: string, suffix: string): string | null {
  const record = inOneLine(typed)
  if (record === '') return wording.spfRecordRequired
  if (!isSpf(record)) return wording.spfRecordStart
  const name = hostedName(record, suffix)
  return name === null ? null : wording.spfIncludesHosted(name)
}
