import { useQuery } from '@tanstack/react-query'
import { saveAlertSettingsRoute } from '@waxseal/contract/routes'
import { upgradeText } from '@waxseal/core/plan'
import { LoaderCircle, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { meQuery } from '../../lib/queries.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusRescue } from '../../ui/focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { type Settings, settingsQuery } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import { EmailSection } from './email-section.tsx'
import { LockedUnlessAllowed } from './lock.tsx'
import { MonitoringSection } from './monitoring-section.tsx'
import { TeamSection } from './team-section.tsx'
import { TypesSection } from './types-section.tsx'
import { type SettingsForm, useSettings } from './use-settings.ts'
import { WatchedAddresses } from './watched-addresses.tsx'

export function AlertsPage(): ReactNode {
  useTitle('Alert Settings')
  const settings = useQuery(settingsQuery)
  return (
    <>
      <h1 className="text-26 font-[600]">Alert Settings</h1>
      <p className="mt-1 mb-8 text-ink2">Choose what to be alerted about, and where alerts go.</p>
      {settings.data ? (
        <Form saved={settings.data} />
      ) : settings.isError ? (
        <LoadFailed what="Alert settings" onRetry={() => void settings.refetch()} />
      ) : (
        <Loading what="alert settings">
          <Skeleton className="mb-12 h-56 w-full" />
          <Skeleton className="mb-12 h-96 w-full" />
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}

function Form({ saved }: { saved: Settings }): ReactNode {
  const form = useSettings(saved)
  useFocusRescue()
  const { data: me } = useQuery(meQuery)
  return (
    <LockedUnlessAllowed allowed={saved.allowed}>
      <div className="grid gap-10">
        {saved.allowed ? <RoleNote /> : <PlanNote />}
        {form.conflict && <ConflictNote form={form} />}
        <EmailSection form={form} own={me?.email ?? null} />
        <TeamSection form={form} />
        <TypesSection form={form} />
        <MonitoringSection form={form} />
        <WatchedAddresses />
        <Deliveries settings={saved} />
      </div>
      <p role="status" className="fixed end-4 bottom-4 z-20">
        {form.saving && (
          <span className="inline-flex items-center gap-1.5 rounded bg-surface px-2 py-1 text-13 text-ink2">
            <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
            Saving...
          </span>
        )}
      </p>
    </LockedUnlessAllowed>
  )
}

function PlanNote(): ReactNode {
  const { tier } = usePlan()
  return (
    <Note
      look="info"
      title={
        <>
          <Lock className="me-1.5 inline size-3.5 align-[-0.1em]" aria-hidden />
          {upgradeText('alerts', tier ?? 'free').text}
        </>
      }
      action={
        <Button size="small" look="primary" onClick={() => upgrade.open({ feature: 'alerts', detail: null })}>
          Upgrade
        </Button>
      }
    >
      Your domains are still monitored. No alerts are sent.
    </Note>
  )
}

function RoleNote(): ReactNode {
  const problem = useRoleProblem(saveAlertSettingsRoute)
  return problem !== null && <Note look="info" title={problem} />
}

function ConflictNote({ form: { texts, queue } }: { form: SettingsForm }): ReactNode {
  const hasText = Object.keys(texts).length > 0
  return (
    <div role="alert">
      <Note
        look="warning"
        title="The settings changed elsewhere and were reloaded"
        action={
          hasText && (
            <Button size="small" onClick={() => queue.flush('kept')}>
              Save my text
            </Button>
          )
        }
      >
        {hasText
          ? 'Your last change was not saved. The text you typed is still here.'
          : 'Your last change was not saved. Make it again if you still want it.'}
      </Note>
    </div>
  )
}
