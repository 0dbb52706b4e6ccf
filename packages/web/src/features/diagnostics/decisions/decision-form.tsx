import * as wording from '@waxseal/contract/wording'
import { scoreStays } from '@waxseal/core/health'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Finding } from '../report.ts'
import type { Deciding, Decision } from './decisions.ts'
import { type Place, useDecided } from './decisions-context.tsx'
import { dayRange, expiryOf, fieldDay, lastDay, type Term, terms } from './expiry.ts'

interface Props {
  place: Place
  finding: Finding
  /** What stands now, to be changed; null: nothing was decided. */
  decision: Decision | null
  /** What was typed when the server refused it, and its sentence. */
  typed: Deciding | null
  error: string | null
}

const kinds = [
  { kind: 'accepted', word: 'Accept', meaning: 'Keep it in the list, marked as accepted.' },
  { kind: 'muted', word: 'Mute', meaning: 'Hide it from the list.' },
] as const

const noteMax = 500

/** Accepts or mutes a finding, with a note and an end. */
export function DecisionForm({ place, finding, decision, typed, error }: Props): ReactNode {
  const { decide, closeForm } = useDecided()
  const start = typed ?? decision
  const [kind, setKind] = useState(start?.kind ?? 'accepted')
  const [note, setNote] = useState(start?.note ?? '')
  const [{ term, day }, setEnd] = useState(() => endOf(start, decision?.expired ?? false))
  const [days] = useState(() => dayRange(new Date()))
  const [dayError, setDayError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()

  useLayoutEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const expiry = expiryOf(term, day, new Date())
    if (expiry === 'past' || expiry === 'late') {
      setDayError(expiry === 'past' ? wording.expiryPast : wording.expiryTooLate)
      form.current?.querySelector<HTMLInputElement>('input[type=date]')?.focus()
      return
    }
    const { id: name, subject } = finding
    decide(place, { finding: name, subject, kind, note: note.trim(), expires_at: expiry?.toISOString() ?? null })
  }

  return (
    <form
      ref={form}
      aria-label={`Accept or mute: ${finding.reason}`}
      noValidate
      onSubmit={onSubmit}
      className="mt-3 grid max-w-prose gap-4 border-s-2 border-line ps-4"
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">Decision</legend>
        {kinds.map(({ kind: value, word, meaning }) => (
          <div key={value} className="grid grid-cols-[1rem_1fr] gap-x-2">
            <input
              type="radio"
              id={`${id}-${value}`}
              name={`${id}-kind`}
              value={value}
              checked={kind === value}
              aria-describedby={`${id}-${value}-meaning`}
              onChange={() => setKind(value)}
              className="mt-1 size-3.5 accent-accent"
            />
            <label htmlFor={`${id}-${value}`} className="cursor-pointer font-[560]">
              {word}
            </label>
            <p id={`${id}-${value}-meaning`} className="col-start-2 text-13 text-ink2">
              {meaning}
            </p>
          </div>
        ))}
      </fieldset>
      <div>
        <label htmlFor={`${id}-note`} className="mb-1 block text-13 font-[560]">
          Note
        </label>
        <textarea
          id={`${id}-note`}
          rows={2}
          maxLength={noteMax}
          value={note}
          aria-describedby={`${id}-hint`}
          onChange={event => setNote(event.target.value)}
          className="block min-h-16 w-full rounded border border-field bg-surface px-3 py-2 text-14 text-ink hover:border-ink max-sm:text-16"
        />
        <p id={`${id}-hint`} className="mt-1 text-13 text-ink3">
          Reason (optional, up to {noteMax} characters)
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <label className="block text-13">
          <span className="mb-1 block font-[560]">Applies until</span>
          <select
            value={term}
            onChange={event => {
              const chosen = terms.find(({ term: value }) => value === event.target.value)
              if (chosen) setEnd({ term: chosen.term, day })
              setDayError(null)
            }}
            className="h-10 rounded border border-field bg-surface px-3 text-14 text-ink hover:border-ink max-sm:text-16"
          >
            {terms.map(({ term: value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {term === 'day' && (
          <div className="text-13">
            <label htmlFor={`${id}-day`} className="mb-1 block font-[560]">
              Last day
            </label>
            <input
              id={`${id}-day`}
              type="date"
              {...days}
              value={day}
              aria-invalid={dayError === null ? undefined : true}
              aria-describedby={dayError === null ? undefined : `${id}-day-error`}
              onChange={event => {
                setEnd({ term, day: event.target.value })
                setDayError(null)
              }}
              className="h-10 rounded border border-field bg-surface px-3 text-14 text-ink hover:border-ink max-sm:text-16"
            />
            {dayError !== null && (
              <p id={`${id}-day-error`} role="alert" className="mt-1 text-poor">
                {dayError}
              </p>
            )}
          </div>
        )}
      </div>
      <p className="text-13 text-ink3">{scoreStays}</p>
      {error !== null && (
        <p role="alert" className="text-13 text-poor">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" look="primary">
          {kind === 'accepted' ? 'Accept finding' : 'Mute finding'}
        </Button>
        <Button size="small" onClick={closeForm}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The end that the form shows first: the current one, or none if the decision has expired. */
function endOf(start: Pick<Decision, 'expires_at'> | null, expired: boolean): { term: Term; day: string } {
  const expires = start?.expires_at ?? null
  if (expires === null || expired) return { term: 'none', day: '' }
  return { term: 'day', day: fieldDay(lastDay(expires)) }
}
