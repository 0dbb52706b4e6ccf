import { useQuery } from '@tanstack/react-query'
import { deleteReportLogoRoute, identityLimits, logoTooLarge, setReportIdentityRoute } from '@waxseal/contract/routes'
import type { Tier } from '@waxseal/core/plan'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { PlanNote } from '../../components/plan-note.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { ApiError, lockedFeature } from '../../lib/api-error.ts'
import { showFailure } from '../../lib/query.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { Field } from '../../ui/field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import {
  type ReportIdentity,
  reportIdentityQuery,
  useDeleteLogo,
  useSetLogo,
  useSetName,
} from './identity-on-reports-api.ts'

/** The workspace's own name and logo on PDF reports and shared reports. */
export function IdentityOnReports({ tier }: { tier: Tier }): ReactNode {
  const identity = useQuery(reportIdentityQuery)
  return (
    <Sheet title="Reports" id="reports" className="scroll-mt-4">
      <p className="mb-4 max-w-prose text-ink2">
        PDF reports and shared reports show your own name and logo at the top of the first page.
      </p>
      {identity.data ? (
        <Content identity={identity.data} tier={tier} />
      ) : identity.isError ? (
        <LoadFailed what="The name and logo" onRetry={() => void identity.refetch()} />
      ) : (
        <Loading what="the name and logo">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Sheet>
  )
}

function Content({ identity, tier }: { identity: ReportIdentity; tier: Tier }): ReactNode {
  const { name, logo, allowed } = identity
  const isSet = name !== '' || logo !== null
  return (
    <div className="grid gap-6">
      {!allowed && (
        <PlanNote feature="report_branding" tier={tier}>
          {isSet && 'Your name and logo are kept, but reports do not show them now.'}
        </PlanNote>
      )}
      {allowed && <NameForm name={name} />}
      {(allowed || logo !== null) && <LogoPart identity={identity} />}
      {isSet && <Preview identity={identity} />}
    </div>
  )
}

function NameForm({ name }: { name: string }): ReactNode {
  const [typed, setTyped] = useState(name)
  const save = useSetName()
  const problem = useRoleProblem(setReportIdentityRoute)
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (problem === null) save.start(typed.trim(), { onSuccess: stored => setTyped(stored.name) })
  }
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-start gap-2">
      <Field
        label="Name on reports"
        placeholder="Kite & Sons"
        autoComplete="organization"
        dir="auto"
        maxLength={identityLimits.nameCharacters}
        readOnly={problem !== null}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        className="min-w-0 grow sm:max-w-sm"
      />
      <RoleButton needs={setReportIdentityRoute} type="submit" className="mt-6" busy={save.busy}>
        Save name
      </RoleButton>
    </form>
  )
}

function LogoPart({ identity }: { identity: ReportIdentity }): ReactNode {
  const { logo, allowed } = identity
  const [problem, setProblem] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const isAdmin = useRoleProblem(setReportIdentityRoute) === null
  const set = useSetLogo(identity, { onError: error => setProblem(problemOf(error)) })
  const remove = useDeleteLogo()

  function take(file: File): void {
    if (!allowed || !isAdmin) return
    const isTooLarge = file.size > identityLimits.logoBytes
    setProblem(isTooLarge ? logoTooLarge : null)
    if (!isTooLarge) set.start(file)
  }
  const isOver = useFileDrop(take)

  return (
    <div>
      <h3 className="mb-1 text-13 font-[560]">Logo</h3>
      <div className="flex flex-wrap items-center gap-2">
        {allowed && (
          <RoleButton
            needs={setReportIdentityRoute}
            look={isOver ? 'primary' : 'plain'}
            busy={set.busy}
            onClick={() => picker.current?.click()}
          >
            {isOver ? 'Drop the logo' : logo === null ? 'Choose a logo' : 'Replace the logo'}
          </RoleButton>
        )}
        {logo !== null && (
          <RoleButton
            needs={deleteReportLogoRoute}
            look="quiet"
            busy={remove.busy}
            onClick={() => {
              setProblem(null)
              remove.start(undefined)
            }}
          >
            Remove the logo
          </RoleButton>
        )}
      </div>
      {allowed && (
        <p className="mt-1 text-13 text-ink3">
          PNG or JPEG, at most {identityLimits.logoBytes / 1024} KB.
          <span className="pointer-coarse:hidden"> You can also drop the file on this page.</span>
        </p>
      )}
      {problem !== null && (
        <div role="alert" className="mt-3">
          <Note look="bad" title={problem} />
        </div>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg"
        aria-label="Logo file"
        tabIndex={-1}
        className="hidden"
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file !== undefined) take(file)
          // Allows choosing the same file again after a correction.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** What is wrong with a file, in the words of the server. What is wrong with the plan is said as everywhere; null. */
function problemOf(error: Error): string | null {
  if (lockedFeature(error) !== null) {
    showFailure(error, undefined)
    return null
  }
  return (error instanceof ApiError ? error.detail : null) ?? 'The logo could not be saved. Please try again.'
}

/** The top of a report, on paper. */
function Preview({ identity: { name, logo } }: { identity: ReportIdentity }): ReactNode {
  return (
    <figure>
      <figcaption className="mb-1 text-13 font-[560]">Preview</figcaption>
      <div
        className="flex flex-wrap items-center gap-3 rounded border border-line p-4 text-16 font-[600]"
        style={{ background: '#fff', color: '#112028' }}
      >
        {logo && (
          <img
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt={name === '' ? 'Your logo' : ''}
            style={{ width: 'auto', height: 'auto', maxWidth: 160, maxHeight: 48 }}
          />
        )}
        <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
          {name}
        </span>
      </div>
    </figure>
  )
}
