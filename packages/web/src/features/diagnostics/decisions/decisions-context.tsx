import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'
import type { Domain } from '../../../lib/queries.ts'
import type { Finding } from '../report.ts'
import { type About, type Deciding, type Decision, holds, isAbout, isSame } from './decisions.ts'
import { useDecisions } from './use-decisions.ts'

/** Where a finding is decided about: the list of issues, or its evidence. */
export type Place = 'list' | 'evidence'

/** The form that stands open: about what, where, and what the server refused, if it did. */
interface OpenForm {
  place: Place
  finding: Finding
  typed: Deciding | null
  error: string | null
}

interface Decisions {
  all: readonly Decision[]
  failed: boolean
  reload: () => void
  form: OpenForm | null
  openForm: (place: Place, finding: Finding) => void
  closeForm: () => void
  decide: (place: Place, typed: Deciding) => void
  undo: (place: Place, decision: Decision) => void
}

const Context = createContext<Decisions | null>(null)

export function useDecided(): Decisions {
  const decisions = useContext(Context)
  if (decisions === null) throw new Error('decisions are asked for outside a report')
  return decisions
}

/** The title line of the muted findings: where the reading goes on when one has gone there. */
export const mutedId = 'muted-findings'

/** The id of the button a finding is decided with in a place. An id has no blanks: subjects have, and worse. */
export function controlId(place: Place, { finding, subject }: About): string {
  return `${place}-${finding}-${subject ?? ''}`.replaceAll(/[^\w-]/g, sign => `_${sign.charCodeAt(0)}`)
}

/** What gets the focus once the list shows a finding in this state. */
interface Wanted {
  about: About
  state: Decision['kind'] | 'open'
  id: string
}

export function DecisionsProvider({
  domain,
  findings,
  children,
}: {
  domain: Domain
  findings: readonly Finding[]
  children: ReactNode
}): ReactNode {
  const [form, setForm] = useState<OpenForm | null>(null)
  const place = useRef<Place>('list')
  const { list, decide, undo } = useDecisions(domain.id, {
    onRefused: (typed, error) => {
      const finding = findings.find(candidate => isAbout(typed, candidate))
      if (finding !== undefined) setForm({ place: place.current, finding, typed, error })
    },
  })
  const all = list.data ?? []

  // A click may remove the button it hits. The focus then moves to what replaces the button.
  const wanted = useRef<Wanted | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { about, state, id } = wanted.current
    if (stateOf(all, about) !== state) return
    wanted.current = null
    const next = document.getElementById(id) ?? document.getElementById('main')
    next?.focus()
  })

  return (
    <Context
      value={{
        all,
        failed: list.isError,
        reload: () => void list.refetch(),
        form,
        openForm: (at, finding) => setForm({ place: at, finding, typed: null, error: null }),
        closeForm: () => {
          if (form === null) return
          const about = { finding: form.finding.id, subject: form.finding.subject }
          wanted.current = { about, state: stateOf(all, about), id: controlId(form.place, about) }
          setForm(null)
        },
        decide: (at, typed) => {
          place.current = at
          const goes = at === 'list' && typed.kind === 'muted'
          wanted.current = { about: typed, state: typed.kind, id: goes ? mutedId : controlId(at, typed) }
          setForm(null)
          decide(typed)
        },
        undo: (at, decision) => {
          wanted.current = { about: decision, state: 'open', id: controlId(at, decision) }
          undo(decision)
        },
      }}
    >
      {children}
    </Context>
  )
}

function stateOf(all: readonly Decision[], about: About): Wanted['state'] {
  const decision = all.find(candidate => isSame(candidate, about)) ?? null
  return holds(decision) ? decision.kind : 'open'
}
