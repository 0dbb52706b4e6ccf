import { useQuery } from '@tanstack/react-query'
import { flattenRoute } from '@waxseal/contract/routes'
import { Lock, Plus } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PlanNote } from '../../components/plan-note.tsx'
import { PlanMark } from '../../components/plans/plan-mark.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { paths } from '../../lib/paths.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { deferred } from '../../ui/deferred.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { type Configuration, type Flattening, flatteningQuery, type Zone } from './api.ts'
import { ConfigurationSheet } from './configuration-sheet.tsx'
import { closedForm, drafts } from './draft.ts'
import { flatteningTexts } from './wording.ts'

const CreateForm = deferred({
  what: 'The form',
  load: () => import('./create-form.tsx'),
  pick: ({ CreateForm }) => CreateForm,
  waiting: (
    <Loading what="the form">
      <Skeleton className="mb-12 h-96 w-full" />
    </Loading>
  ),
})

const CreatedDialog = deferred({
  what: 'The next steps',
  load: () => import('./created-dialog.tsx'),
  pick: ({ CreatedDialog }) => CreatedDialog,
  waiting: null,
})

/** The hosted SPF records of the workspace. */
export function SpfFlatteningPage(): ReactNode {
  useTitle('SPF Flattening Service')
  const list = useQuery(flatteningQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 ref={heading} tabIndex={-1} className="text-26 font-[600]">
          SPF Flattening Service
        </h1>
        <PlanMark plan="PREMIUM" />
      </div>
      <p className="mt-1 mb-8 max-w-prose text-ink2">
        Your SPF record needs a single include, which we host. We monitor your original includes and keep their
        addresses up to date.{' '}
        <Link to={paths.spfComparison} className="prose-link">
          Compare the two approaches
        </Link>
      </p>
      {list.data ? (
        <Manager list={list.data} heading={heading} />
      ) : list.isError ? (
        <LoadFailed what="SPF configurations" onRetry={() => void list.refetch()} />
      ) : (
        <Loading what="SPF configurations">
          <Skeleton className="mb-10 h-10 w-48" />
          <Skeleton className="mb-12 h-96 w-full" />
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </>
  )
}

interface ManagerProps {
  list: Flattening
  heading: RefObject<HTMLHeadingElement | null>
}

function Manager({ list, heading }: ManagerProps): ReactNode {
  const { configurations, zone } = list
  const { tier } = usePlan()
  const work = useDraft(drafts, 'create', () => closedForm)
  const [created, setCreated] = useState<Configuration | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useFocusRescue(heading)
  const isOpen = work.draft.open && list.allowed
  const isEmpty = configurations.length === 0

  function close(): void {
    work.startOver()
    // The button is back with the next render.
    requestAnimationFrame(() => opener.current?.focus())
  }

  const create = !isOpen && (
    <NewButton ref={opener} list={list} onOpen={() => work.change({ ...closedForm, open: true })} />
  )
  return (
    <>
      <div className="mb-8 grid grid-cols-1 gap-6 empty:hidden">
        {!list.allowed && <PlanNote feature="spf_flattening" tier={tier ?? 'free'} look="primary" />}
        <ZoneNote zone={zone} />
        {!isEmpty && create && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-13 text-ink2">{usedWords(list)}</p>
            {create}
          </div>
        )}
      </div>
      {isOpen && (
        <CreateForm
          list={list}
          work={work}
          onCancel={close}
          onCreated={configuration => {
            setCreated(configuration)
            work.startOver()
          }}
        />
      )}
      {isEmpty ? (
        !isOpen && (
          <div className="border-t border-ink py-12 text-center">
            <p className="text-16 font-[560]">{flatteningTexts.emptyTitle}</p>
            <p className="mt-1 mb-6 text-ink2">{flatteningTexts.emptyText}</p>
            {create}
          </div>
        )
      ) : (
        <div className="grid grid-cols-1 gap-14">
          {configurations.map(configuration => (
            <ConfigurationSheet key={configuration.id} configuration={configuration} zone={zone} focusAfter={heading} />
          ))}
        </div>
      )}
      {created !== null && (
        <CreatedDialog
          // As it is now: DNS may have found the record meanwhile.
          configuration={configurations.find(({ id }) => id === created.id) ?? created}
          focusAfter={heading}
          onClose={() => setCreated(null)}
        />
      )}
    </>
  )
}

interface NewProps {
  list: Flattening
  ref: Ref<HTMLButtonElement>
  onOpen: () => void
}

/** Opens the form, or says what the plan allows. */
function NewButton({ list: { allowed, limit, configurations }, ref, onOpen }: NewProps): ReactNode {
  const isLocked = !allowed || (limit !== null && configurations.length >= limit)
  const Icon = isLocked ? Lock : Plus
  return (
    <RoleButton
      ref={ref}
      needs={flattenRoute}
      look="primary"
      onPointerEnter={CreateForm.preload}
      onFocus={CreateForm.preload}
      onClick={() => (isLocked ? upgrade.open({ feature: 'spf_flattening', detail: null }) : onOpen())}
    >
      <Icon className="size-4" aria-hidden />
      New Configuration
    </RoleButton>
  )
}

/** Why nothing can be published yet, for all configurations. */
function ZoneNote({ zone: { state, suffix, problem } }: { zone: Zone }): ReactNode {
  if (state === 'preview') {
    return (
      <Note look="info" title="This is a preview: nothing is published">
        Records are flattened and proved, but this server has no zone to host them in. The server’s operator sets{' '}
        <code className="font-mono text-13">HOSTED_ZONE</code> to publish them.
      </Note>
    )
  }
  if (state === 'unproved') {
    return (
      <Note look="warning" title={`${suffix.replace(/^\./, '')} is not delegated to this server yet`}>
        {problem !== null && <p>{problem}</p>}
        <p>Receivers cannot find hosted records until it is. Publish instructions appear then.</p>
      </Note>
    )
  }
  return null
}

function usedWords({ configurations: { length }, limit, allowed }: Flattening): string {
  if (limit !== null && allowed) return `${length} of ${limit} ${limit === 1 ? 'configuration' : 'configurations'} used`
  return `${length} ${length === 1 ? 'configuration' : 'configurations'}`
}
