import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Analysis } from './api.ts'
import { AuthenticationTab } from './authentication-tab.tsx'
import { HeadersTab } from './headers-tab.tsx'
import { ReputationTab } from './reputation-tab.tsx'
import { RoutingTab } from './routing-tab.tsx'

/** The four parts of an analysis. */
export function AnalysisTabs({ analysis }: { analysis: Analysis }): ReactNode {
  const tabs: readonly [string, ReactNode][] = [
    ['Headers', <HeadersTab key="headers" analysis={analysis} />],
    ['Routing', <RoutingTab key="routing" analysis={analysis} />],
    ['Authentication', <AuthenticationTab key="authentication" analysis={analysis} />],
    ['VirusTotal', <ReputationTab key="virustotal" reputation={analysis.vt_results} />],
  ]
  return (
    <Tabs.Root defaultValue="Headers">
      <Tabs.List aria-label="Parts of the analysis" className="flex gap-x-1 border-b border-line">
        {tabs.map(([name]) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="relative h-10 rounded px-3 transition-colors hover:text-ink data-[state=active]:font-[560] data-[state=active]:text-accent data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:-bottom-px data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent data-[state=inactive]:text-ink2 max-sm:px-2 max-sm:text-13 max-sm:data-[state=active]:after:inset-x-2"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(([name, content]) => (
        <Tabs.Content key={name} value={name} className="pt-4">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
