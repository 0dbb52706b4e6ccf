import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { isNotFound } from '../../lib/queries.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { AnalysisView } from './analysis-view.tsx'
import { AnalyzeForm } from './analyze-form.tsx'
import { type Analysis, analysisQuery, useAnalyze } from './api.ts'
import { RecentAnalyses } from './recent-analyses.tsx'
import { headerTexts } from './wording.ts'

/** The header analyzer. The address names the analysis on screen, so that Back and a reload find it again. */
export function HeadersPage(): ReactNode {
  useTitle('Email Header Analyzer')
  const [search, setSearch] = useSearchParams()
  const shown = search.get('analysis')
  const analyze = useAnalyze()
  const top = useRef<HTMLHeadingElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const analysis = useQuery(analysisQuery(shown))
  const isLoaded = !analyze.busy && analysis.data !== undefined
  // What a click opens takes the focus, because it may be out of sight. What the address opens at first does not.
  const focused = useRef(shown)
  useEffect(() => {
    if (shown === null) focused.current = null
    if (shown === focused.current || !isLoaded) return
    focused.current = shown
    heading.current?.focus()
  }, [shown, isLoaded])

  return (
    <>
      <h1 ref={top} tabIndex={-1} className="text-26 font-[600]">
        Email Header Analyzer
      </h1>
      <p className="mt-1 mb-8 max-w-prose text-ink2">
        See which route a message took, whether it was authenticated, and how likely it is to be a threat.
      </p>
      <AnalyzeForm
        busy={analyze.busy}
        shown={shown}
        onAnalyze={raw => analyze.start(raw, { onSuccess: ({ id }) => setSearch({ analysis: id }) })}
      />
      <div className="my-10">
        {analyze.busy ? <WaitingForAnalysis /> : <Shown id={shown} analysis={analysis} heading={heading} />}
      </div>
      <RecentAnalyses shown={shown} focusAfter={top} onGone={() => setSearch({})} />
    </>
  )
}

interface ShownProps {
  id: string | null
  analysis: UseQueryResult<Analysis>
  heading: Ref<HTMLHeadingElement>
}

function Shown({ id, analysis, heading }: ShownProps): ReactNode {
  if (id === null) {
    return (
      <Placeholder title={headerTexts.nothingYet}>
        Paste the header of a message above, or load the sample, to see its route and its results.
      </Placeholder>
    )
  }
  if (analysis.data) return <AnalysisView key={id} analysis={analysis.data} heading={heading} />
  if (isNotFound(analysis.error)) {
    return (
      <Placeholder title="This analysis no longer exists">
        Someone deleted it, its time in storage is over, or the link belongs to another workspace.
      </Placeholder>
    )
  }
  if (analysis.isError) return <LoadFailed what="The analysis" onRetry={() => void analysis.refetch()} />
  return <WaitingForAnalysis />
}

function Placeholder({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <section className="border-t border-ink py-12 text-center">
      <h2 className="text-16 font-[560]">{title}</h2>
      <p className="mx-auto mt-1 max-w-prose text-balance text-ink2">{children}</p>
    </section>
  )
}

function WaitingForAnalysis(): ReactNode {
  return (
    <Loading what="the analysis">
      <div className="border-t border-ink pt-3">
        <Skeleton className="mb-10 h-8 w-40" />
        <Skeleton className="mb-10 h-32 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  )
}

export { ToHeaders } from './to-headers.tsx'
