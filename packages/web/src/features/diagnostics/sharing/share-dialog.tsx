import { useQuery } from '@tanstack/react-query'
import { shareReportRoute } from '@waxseal/contract/routes'
import { mayUse } from '@waxseal/core/plan'
import { type ReactNode, useRef, useState } from 'react'
import { PlanNote } from '../../../components/plan-note.tsx'
import { RoleButton } from '../../../components/role-button.tsx'
import type { Domain } from '../../../lib/queries.ts'
import { usePlan } from '../../../lib/use-plan.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFocusRescue } from '../../../ui/focus-return.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { sharesQuery, useCreateShare, useExportJson } from './api.ts'
import { ShareList } from './share-list.tsx'

const expiries = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

type Expiry = (typeof expiries)[number]['value']

interface Props {
  domain: Domain
  onClose: () => void
}

/** The share links of a domain: a new one, those that work, and the report as a file. */
export function ShareDialog({ domain, onClose }: Props): ReactNode {
  const { tier } = usePlan()
  /** The link that was just created here: only now is it known. */
  const [created, setCreated] = useState<{ id: string; url: string } | null>(null)
  const isLocked = tier !== null && !mayUse(tier, 'exports')
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      shape="wide"
      title="Share this report"
      description={`Anyone with the link can read the report of ${domain.domain_unicode ?? domain.domain_name}. They need no account, and they cannot change anything.`}
    >
      <div className="grid gap-6">
        {isLocked ? (
          <PlanNote feature="exports" tier={tier}>
            Links that you have created keep working until they expire.
          </PlanNote>
        ) : (
          <NewLink domain={domain} onCreated={setCreated} />
        )}
        <CreatedLink url={created?.url ?? null} />
        <Links domain={domain} onRevoked={id => setCreated(now => (now?.id === id ? null : now))} />
        {!isLocked && <JsonFile domain={domain} />}
      </div>
    </Dialog>
  )
}

interface NewLinkProps {
  domain: Domain
  onCreated: (created: { id: string; url: string }) => void
}

function NewLink({ domain, onCreated }: NewLinkProps): ReactNode {
  const [expiry, setExpiry] = useState<Expiry>('30')
  const create = useCreateShare(domain.id)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField label="Link expires after" value={expiry} options={expiries} onChange={setExpiry} className="w-40" />
      <RoleButton
        needs={shareReportRoute}
        look="primary"
        busy={create.busy}
        onClick={() =>
          create.start(Number(expiry), { onSuccess: ({ share, url }) => onCreated({ id: share.id, url }) })
        }
      >
        Create link
      </RoleButton>
    </div>
  )
}

function CreatedLink({ url }: { url: string | null }): ReactNode {
  return (
    <div role="status" className="empty:hidden">
      {url !== null && (
        <>
          <p className="mb-1 text-13">Copy the link now. It is shown only once.</p>
          <div className="flex items-center gap-1 bg-sunken ps-3">
            <code className="min-w-0 grow py-2 font-mono text-13 [overflow-wrap:anywhere]">{url}</code>
            <CopyButton text={url} what="link" done="Link copied" />
          </div>
        </>
      )}
    </div>
  )
}

function Links({ domain, onRevoked }: { domain: Domain; onRevoked: (id: string) => void }): ReactNode {
  const shares = useQuery(sharesQuery(domain.id))
  const title = useRef<HTMLHeadingElement>(null)
  useFocusRescue(title)
  return (
    <section aria-labelledby="share-links">
      <h3 id="share-links" ref={title} tabIndex={-1} className="mb-2 font-[600]">
        Links
      </h3>
      {shares.data ? (
        <ShareList domainId={domain.id} shares={shares.data.shares} onRevoked={onRevoked} />
      ) : shares.isError ? (
        <LoadFailed what="The links" onRetry={() => void shares.refetch()} />
      ) : (
        <Loading what="the links">
          <Skeleton className="h-12 w-full" />
        </Loading>
      )}
    </section>
  )
}

function JsonFile({ domain }: { domain: Domain }): ReactNode {
  const download = useExportJson(domain)
  return (
    <section aria-labelledby="share-file" className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h3 id="share-file" className="font-[600]">
          JSON
        </h3>
        <p className="text-ink2">The report with its evidence, for programs.</p>
      </div>
      <Button size="small" busy={download.busy} onClick={() => download.start(undefined)}>
        Download JSON
      </Button>
    </section>
  )
}
