import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { deferred } from '../../ui/deferred.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Analysis } from './api.ts'
import { AuthenticationTab } from './authentication-tab.tsx'
import { HeadersTab } from './headers-tab.tsx'
import { RoutingTab } from './routing-tab.tsx'
import './analysis-print.css'

/** The last of four tabs: its code follows the analysis, so that the screen itself is not heavier for it. */
const ReputationTab = deferred({
  what: 'The reputation',
  load: () => import('./reputation-tab.tsx'),
  pick: module => module.ReputationTab,
  waiting: (
    <Loading what="the reputation">
      <Skeleton className="h-24" />
    </Loading>
  ),
})

/** The four parts of an analysis: one on screen, all of them on paper. */
export function AnalysisTabs({ analysis }: { analysis: Analysis }): ReactNode {
  const [open, setOpen] = useState('Headers')
  const tabs: readonly [string, ReactNode][] = [
    ['Headers', <HeadersTab key="headers" analysis={analysis} />],
    ['Routing', <RoutingTab key="routing" analysis={analysis} />],
    ['Authentication', <AuthenticationTab key="authentication" analysis={analysis} />],
    [
      'VirusTotal',
      <ReputationTab key="virustotal" reputation={analysis.vt_results} sendingIp={analysis.parsed_data.sending_ip} />,
    ],
  ]
  return (
    <Tabs.Root value={open} onValueChange={setOpen}>
      <Tabs.List aria-label="Parts of the analysis" className="flex gap-x-1 border-b border-line">
        {tabs.map(([name]) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="-mb-px h-10 border-b-2 border-transparent px-3 text-ink2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:font-[560] data-[state=active]:text-accent"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(([name, content]) => (
        <Tabs.Content key={name} value={name} forceMount hidden={name !== open} data-title={name} className="pt-4">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
