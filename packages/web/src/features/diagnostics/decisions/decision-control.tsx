import { decideRoute, deleteDecisionRoute } from '@waxseal/contract/routes'
import { decisionWords } from '@waxseal/core/health'
import { BellOff, Stamp, TimerOff } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { RoleButton } from '../../../components/role-button.tsx'
import { calendarDate } from '../../../lib/time.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Finding } from '../report.ts'
import { useVisitor } from '../report-context.ts'
import { type Decision, holds, isAbout } from './decisions.ts'
import { controlId, type Place, useDecided } from './decisions-context.tsx'
import { unsaved } from './use-decisions.ts'

const DecisionForm = deferred({
  what: 'The form',
  load: () => import('./decision-form.tsx'),
  pick: module => module.DecisionForm,
  waiting: null,
})

/** Opens the form; stands where nothing was decided yet. */
export function DecideButton({ place, finding }: { place: Place; finding: Finding }): ReactNode {
  const { all, form, openForm } = useDecided()
  const visitor = useVisitor()
  if (visitor !== null) return null
  if (all.some(decision => isAbout(decision, finding)) || isOpen(form, place, finding)) return null
  return (
    <RoleButton
      needs={decideRoute}
      id={controlId(place, { finding: finding.id, subject: finding.subject })}
      size="small"
      look="quiet"
      aria-label={`Accept or mute: ${finding.reason}`}
      onClick={() => openForm(place, finding)}
    >
      <Stamp className="size-3.5" aria-hidden />
      Accept or mute
    </RoleButton>
  )
}

/** What was decided about a finding, or the form it is decided in. */
export function DecisionPart({ place, finding }: { place: Place; finding: Finding }): ReactNode {
  const { all, form } = useDecided()
  const decision = all.find(candidate => isAbout(candidate, finding)) ?? null
  if (form !== null && isOpen(form, place, finding)) {
    return (
      <DecisionForm
        // What the server refused is a form of its own.
        key={form.error}
        place={place}
        finding={finding}
        decision={decision}
        typed={form.typed}
        error={form.error}
      />
    )
  }
  return decision === null ? null : <DecisionLine place={place} finding={finding} decision={decision} />
}

function isOpen(form: ReturnType<typeof useDecided>['form'], place: Place, finding: Finding): boolean {
  return (
    form !== null && form.place === place && form.finding.id === finding.id && form.finding.subject === finding.subject
  )
}

interface LineProps {
  place: Place
  finding: Finding
  decision: Decision
}

function DecisionLine({ place, finding, decision }: LineProps): ReactNode {
  const { openForm, undo } = useDecided()
  const id = useId()
  const held = holds(decision)
  return (
    <div className="mt-3 max-w-prose border-s-2 border-line ps-4 text-13">
      <div id={id}>
        <DecisionWords decision={decision} />
      </div>
      <div className="mt-1 -ms-3 flex flex-wrap gap-x-1">
        <RoleButton
          needs={decideRoute}
          id={controlId(place, decision)}
          size="small"
          look="quiet"
          aria-describedby={id}
          onClick={() => openForm(place, finding)}
        >
          {held ? 'Change' : 'Decide again'}
        </RoleButton>
        <RoleButton
          needs={deleteDecisionRoute}
          size="small"
          look="quiet"
          aria-describedby={id}
          busy={decision.id === unsaved}
          onClick={() => undo(place, decision)}
        >
          {held ? 'Undo' : 'Delete'}
        </RoleButton>
      </div>
    </div>
  )
}

/** What was decided, and why. */
export function DecisionWords({ decision }: { decision: Decision }): ReactNode {
  const { word, rest } = decisionWords(decision, calendarDate)
  const icon = holds(decision) ? (decision.kind === 'accepted' ? Stamp : BellOff) : TimerOff
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <Tag tone="idle" bare icon={icon}>
          {word}
        </Tag>
        <span className="text-ink2 [overflow-wrap:anywhere]">{rest}</span>
      </p>
      {decision.note !== '' && <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">“{decision.note}”</p>}
    </>
  )
}
