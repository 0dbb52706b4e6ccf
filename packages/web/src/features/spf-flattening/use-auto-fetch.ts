import { useQueryClient } from '@tanstack/react-query'
import { latestScanRoute } from '@waxseal/contract/routes'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import type { Domain } from '../../lib/queries.ts'
import type { Drafted } from '../../lib/use-draft.ts'
import { type Draft, isTyped } from './draft.ts'
import { randomEnding } from './ending.ts'
import { foundRecord, type Obstacle } from './found-record.ts'
import { flatteningTexts } from './wording.ts'

/** What the user decides before the form goes on. */
export type Question =
  /** The domain has no scan. */
  | { kind: 'scan' }
  /** Its scan is old. */
  | { kind: 'fresh'; days: number }
  /** A scan found another record than the typed one. */
  | { kind: 'replace'; record: string; days: number }

export interface AutoFetch {
  choose: (domain: Domain | null) => void
  /** A scan found this. `days`: its age in whole days. */
  take: (scan: Parameters<typeof foundRecord>[0], days: number) => void
  fetching: boolean
  question: Question | null
  answer: (yes: boolean) => void
  /** Why the field was not filled, where the user must know more than a toast says. */
  obstacle: Obstacle | null
  /** The form closes: a later answer is not used. */
  stop: () => void
}

/**
 * Fills the form of a chosen domain with the SPF record of its last scan. An answer for a domain that is not chosen any
 * more is ignored, and typed text is replaced only after a question.
 *
 * @param suffix what the names of hosted records end in, with its leading dot
 */
export function useAutoFetch(work: Drafted<Draft>, suffix: string): AutoFetch {
  const client = useQueryClient()
  // Each choice is another round; an answer of an earlier one comes too late.
  const round = useRef(0)
  const [fetching, setFetching] = useState(false)
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)

  // The screen is left: an answer then comes too late as well.
  useEffect(() => () => void (round.current += 1), [])

  function begin(): number {
    round.current += 1
    setFetching(false)
    setQuestions([])
    setObstacle(null)
    return round.current
  }

  function put(record: string, days: number): void {
    work.change({ record, loaded: record })
    notify.success(flatteningTexts.loaded(days))
  }

  function take(scan: Parameters<typeof foundRecord>[0], days: number, isStale = false): void {
    const found = foundRecord(scan, suffix)
    const asked: Question[] = []
    setObstacle(found.kind === 'several' || found.kind === 'hosted' ? found : null)
    if (found.kind === 'record') {
      const now = work.now()
      if (isTyped(now) && now.record.trim() !== found.record) asked.push({ ...found, kind: 'replace', days })
      else put(found.record, days)
    }
    if (found.kind === 'none') notify.info(flatteningTexts.noneFound)
    if (found.kind === 'unchecked') notify.error(flatteningTexts.fetchFailed)
    if (isStale) asked.push({ kind: 'fresh', days })
    setQuestions(asked)
  }

  async function load(id: string, current: number): Promise<void> {
    setFetching(true)
    try {
      const scan = await client.fetchQuery({
        queryKey: ['spf-flattening', 'latest-scan', id],
        queryFn: ({ signal }) => call(latestScanRoute, { params: { id }, signal }),
        staleTime: 0,
        gcTime: 0,
        // Each failure is answered below.
        meta: { shown: true },
      })
      if (round.current === current) take(scan, scan.scan_age_days, scan.is_stale)
    } catch (error) {
      if (round.current !== current) return
      if (error instanceof ApiError && error.code === 'no_scan') setQuestions([{ kind: 'scan' }])
      else notify.error(flatteningTexts.fetchFailed)
    } finally {
      if (round.current === current) setFetching(false)
    }
  }

  return {
    fetching,
    obstacle,
    question: questions[0] ?? null,
    stop: () => void begin(),
    take,
    choose(domain) {
      const current = begin()
      const kept = isTyped(work.now()) ? { loaded: null } : { record: '', loaded: null }
      work.change({ ...kept, domainId: domain?.id ?? '', ending: domain === null ? '' : randomEnding() })
      if (domain !== null) void load(domain.id, current)
    },
    answer(yes) {
      const [question, ...others] = questions
      setQuestions(others)
      if (question?.kind === 'replace' && yes) put(question.record, question.days)
      if (question?.kind === 'scan' && !yes) notify.info(flatteningTexts.enterOrScan)
    },
  }
}
