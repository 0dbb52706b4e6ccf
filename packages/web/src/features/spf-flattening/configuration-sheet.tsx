import { useQuery } from '@tanstack/react-query'
import { checkFlatteningRoute, deleteFlatteningRoute, flattenRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { states, waits } from '@waxseal/core/check'
import { plans } from '@waxseal/core/plan'
import { Lock, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { RoleButton } from '../../components/role-button.tsx'
import { domainsQuery } from '../../lib/queries.ts'
import { clockTime } from '../../lib/time.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type Configuration, useCheck, type Zone } from './api.ts'
import { History } from './history.tsx'
import { HostedRecords } from './hosted-records.tsx'
import { Part } from './part.tsx'
import { Proof } from './proof.tsx'
import { PublishPart } from './publish-part.tsx'
import { flatteningTexts } from './wording.ts'
import { amounts } from './words.ts'

const EditDialog = deferred({
  what: 'The form',
  load: () => import('./edit-dialog.tsx'),
  pick: ({ EditDialog }) => EditDialog,
  waiting: null,
})

const DeleteDialog = deferred({
  what: 'The question',
  load: () => import('./delete-dialog.tsx'),
  pick: ({ DeleteDialog }) => DeleteDialog,
  waiting: null,
})

interface Props {
  configuration: Configuration
  zone: Zone
  /** Gets the focus when the configuration is deleted. */
  focusAfter: RefObject<HTMLElement | null>
}

/** One hosted SPF record, with all that can be done about it. */
export function ConfigurationSheet({ configuration, zone, focusAfter }: Props): ReactNode {
  const { id, original_domain, status } = configuration
  const { data: domains } = useQuery(domainsQuery)
  const domain = domains?.find(each => each.id === configuration.domain_id) ?? null
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const edit = (): void => {
    if (status === 'paused') upgrade.open({ feature: 'spf_flattening', detail: null })
    else setOpen('edit')
  }
  return (
    <Sheet
      id={`configuration-${id}`}
      title={domain?.domain_unicode ?? original_domain}
      aside={<StatusTag status={status} />}
    >
      <Facts configuration={configuration} />
      <Troubles configuration={configuration} />
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-2 [&>*]:min-w-0">
        <div className="grid grid-cols-1 content-start gap-6">
          <HostedRecords configuration={configuration} />
          <Proof configuration={configuration} />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <Part
            title="Original SPF record"
            aside={
              <RoleButton size="small" needs={flattenRoute} onClick={edit} aria-label={`Edit ${original_domain}`}>
                {status === 'paused' && <Lock className="size-3.5" aria-hidden />}
                Edit
              </RoleButton>
            }
          >
            <RecordView
              name={original_domain}
              type="TXT"
              text={configuration.original_spf_record}
              grammar="spf"
              isDraft={configuration.publication === 'preview'}
            />
          </Part>
          <PublishPart configuration={configuration} domain={domain} />
          <Includes names={configuration.parsed_includes} />
        </div>
      </div>
      <Actions configuration={configuration} onEdit={edit} onDelete={() => setOpen('delete')} />
      <History configuration={configuration} />
      {open === 'edit' && <EditDialog configuration={configuration} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeleteDialog
          configuration={configuration}
          provider={zone.provider}
          focusAfter={focusAfter}
          onClose={() => setOpen(null)}
        />
      )}
    </Sheet>
  )
}

const statuses: Record<Configuration['status'], { tone: Tone; word: string }> = {
  active: { tone: 'excellent', word: 'Active' },
  error: { tone: 'poor', word: 'Error' },
  pending: waits.record,
  paused: { tone: 'idle', word: 'Paused' },
}

function StatusTag({ status }: Pick<Configuration, 'status'>): ReactNode {
  const { tone, word } = statuses[status]
  return <Tag tone={tone}>{word}</Tag>
}

function Facts({ configuration }: { configuration: Configuration }): ReactNode {
  const { hosted_name, publication, last_checked_at, tier } = configuration
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-13 [&_dt]:text-ink3">
      <div className="min-w-0">
        <dt>{flatteningTexts.hostedOn}</dt>
        <dd className="flex items-center gap-1">
          <span className="min-w-0 font-mono [overflow-wrap:anywhere]" dir="ltr">
            {hosted_name}
          </span>
          {publication !== 'preview' && <CopyButton text={hosted_name} what={hosted_name} />}
        </dd>
      </div>
      <div>
        <dt>{flatteningTexts.lastChecked}</dt>
        <dd>{last_checked_at === null ? 'Never' : <TimeAgo at={last_checked_at} />}</dd>
      </div>
      <div>
        <dt>Plan</dt>
        <dd>{plans[tier].label}</dd>
      </div>
    </dl>
  )
}

/** What the user should know or do, the gravest first. */
function Troubles({ configuration }: { configuration: Configuration }): ReactNode {
  const { status, problem, withheld, original_domain } = configuration
  if (problem === null && withheld === null && status !== 'paused') return null
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      {problem !== null && (
        <Note look="bad" title="The record could not be refreshed">
          <p>{problem}</p>
          <p>The last good record stays hosted.</p>
        </Note>
      )}
      {withheld !== null && <Withheld withheld={withheld} />}
      {status === 'paused' && (
        <Note
          look="info"
          title={wording.flatteningPaused}
          action={
            <Button size="small" onClick={() => upgrade.open({ feature: 'spf_flattening', detail: null })}>
              Upgrade
            </Button>
          }
        >
          We keep it up to date. To leave, publish another SPF record at {original_domain}, then delete this
          configuration.
        </Note>
      )}
    </div>
  )
}

function Withheld({ withheld }: { withheld: NonNullable<Configuration['withheld']> }): ReactNode {
  const { ipv4_addresses, ipv6_networks, kept, applies_at } = withheld
  const amount = amounts(ipv4_addresses, ipv6_networks)
  return (
    <Note look="warning" title={`Removals wait until ${clockTime(new Date(applies_at))}`}>
      {amount !== null && <p>Your services no longer list {amount}. These addresses still pass SPF.</p>}
      {kept.length > 0 && (
        <p>
          Your services no longer have <span className="font-mono text-13">{kept.join(' ')}</span>.
        </p>
      )}
      <p>We remove them then if they are still not listed, so an error at a service does not stop your mail.</p>
    </Note>
  )
}

function Includes({ names }: { names: readonly string[] }): ReactNode {
  return (
    <Part title={flatteningTexts.includes}>
      {names.length === 0 ? (
        <p className="text-13 text-ink2">The original record has no includes.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {names.map(name => (
            <li key={name} className="rounded bg-sunken px-2 py-0.5 font-mono text-13 [overflow-wrap:anywhere]">
              {name}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

interface ActionsProps {
  configuration: Configuration
  onEdit: () => void
  onDelete: () => void
}

function Actions({ configuration, onEdit, onDelete }: ActionsProps): ReactNode {
  const { original_domain, status } = configuration
  const check = useCheck(configuration)
  return (
    <fieldset className="mt-8 flex flex-wrap gap-2">
      <legend className="sr-only">Actions for {original_domain}</legend>
      <RoleButton needs={flattenRoute} size="small" onPointerEnter={EditDialog.preload} onClick={onEdit}>
        {status === 'paused' && <Lock className="size-3.5" aria-hidden />}
        Edit Original SPF
      </RoleButton>
      <RoleButton needs={checkFlatteningRoute} size="small" busy={check.busy} onClick={() => check.start(undefined)}>
        {!check.busy && <RefreshCw className="size-3.5" aria-hidden />}
        {check.busy ? `${states.checking.word}...` : 'Check for Updates'}
      </RoleButton>
      <RoleButton
        needs={deleteFlatteningRoute}
        size="small"
        look="danger"
        onPointerEnter={DeleteDialog.preload}
        onClick={onDelete}
      >
        Delete
      </RoleButton>
    </fieldset>
  )
}
