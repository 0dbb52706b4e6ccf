import { useQuery } from '@tanstack/react-query'
import { saveAlertSettingsRoute } from '@waxseal/contract/routes'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlanNote } from '../../components/plan-note.tsx'
import { meQuery } from '../../lib/queries.ts'
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
        {saved.allowed ? <RoleNote /> : <NoAlerts />}
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

function NoAlerts(): ReactNode {
  const { tier } = usePlan()
  return (
    <PlanNote feature="alerts" tier={tier ?? 'free'} look="primary">
      Your domains are still monitored. No alerts are sent.
    </PlanNote>
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
