import type { SubdomainRecord } from '@waxseal/core/spf'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { PlanMark } from '../../components/plans/plan-mark.tsx'
import { createDrafts } from '../../lib/drafts.ts'
import { paths } from '../../lib/paths.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useTitle } from '../../ui/title.ts'
import { DomainField } from './domain-field.tsx'
import { type Draft, emptyDraft, isFilled, readDraft } from './draft.ts'
import { Records } from './records.tsx'
import { ServiceList } from './service-list.tsx'

/** The generated records, and their input. */
interface Made {
  domain: string
  records: readonly SubdomainRecord[]
}

interface Work {
  draft: Draft
  made: Made | null
}

const works = createDrafts<Work>()
const nothing: Work = { draft: emptyDraft, made: null }

/** Runs in the browser only: no call, no plan check. */
export function SubdomainSpfPage(): ReactNode {
  useTitle('Subdomain SPF Generator')
  // Stored with the history entry: going back restores the form, a new visit starts with an empty one.
  const work = useDraft(works, useLocation().key, () => nothing)
  const { draft, made } = work.draft
  // Problems are shown when the user leaves a field or requests the records, not while typing.
  const [told, setTold] = useState({ domain: false, services: false })
  const form = useRef<HTMLFormElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const reading = readDraft(draft)

  function generate(event: FormEvent): void {
    event.preventDefault()
    const { domain, records } = reading
    // The focus moves to the missing input, or to the result: both may be outside the window.
    flushSync(() => {
      setTold({ domain: true, services: true })
      if (domain !== null && records !== null) work.change({ made: { domain, records } })
    })
    if (records !== null) result.current?.focus()
    else (first(form.current, '[aria-invalid=true]') ?? first(form.current, '[type=checkbox]'))?.focus()
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-26 font-[600]">Subdomain SPF Generator</h1>
        <PlanMark plan="FREE" />
      </div>
      <p className="mt-1 mb-8 max-w-prose text-ink2">
        Each service sends from its own subdomain, with its own SPF record and 10 lookups. Your browser creates the
        records.{' '}
        <Link to={paths.spfComparison} className="prose-link">
          Compare the two approaches
        </Link>
      </p>
      <form ref={form} noValidate onSubmit={generate} className="grid gap-10">
        <Sheet title="Step 1: Your domain">
          <DomainField
            value={draft.domain}
            ascii={reading.domain}
            problem={told.domain ? reading.domainProblem : null}
            onChange={domain => work.change({ draft: { ...draft, domain } })}
            onLeave={() => setTold({ ...told, domain: told.domain || draft.domain.trim() !== '' })}
          />
        </Sheet>
        <Sheet title="Step 2: Your sending services">
          <ServiceList
            draft={draft}
            reading={reading}
            problem={told.services && draft.chosen.size === 0 ? 'Please choose at least one service' : null}
            onChange={draft => work.change({ draft })}
          />
          <Button
            type="submit"
            look="primary"
            className="mt-6 aria-disabled:opacity-55 max-sm:w-full"
            // It can still be pressed, and then says what is missing.
            aria-disabled={!isFilled(draft) || undefined}
          >
            Generate SPF Records
          </Button>
        </Sheet>
      </form>
      <div ref={result} tabIndex={-1} className="mt-10 scroll-mt-4">
        <Sheet title="Step 3: Records to publish">
          {made === null ? <Nothing /> : <Records made={made} stale={!isSame(made.records, reading.records)} />}
        </Sheet>
      </div>
    </>
  )
}

function first(form: HTMLFormElement | null, selector: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(selector) ?? null
}

function Nothing(): ReactNode {
  return (
    <div className="py-6 text-center">
      <p className="text-16 font-[560]">No records generated yet</p>
      <p className="mx-auto mt-1 max-w-prose text-balance text-ink2">
        Enter your domain and choose your services. You get one TXT record for each subdomain.
      </p>
    </div>
  )
}

function isSame(one: readonly SubdomainRecord[], other: readonly SubdomainRecord[] | null): boolean {
  return other !== null && textOf(one) === textOf(other)
}

function textOf(records: readonly SubdomainRecord[]): string {
  return records.map(({ services, dnsRecord: { name, value } }) => [name, value, ...services].join(' ')).join('\n')
}
