import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { exactTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSetSchedule } from './api.ts'
import { shownName } from './arrange.ts'
import { type Frequency, frequencies } from './schedule.tsx'

interface Props {
  /** At least one. */
  domains: readonly Domain[]
  onClose: () => void
}

/** Chooses how often one or several domains are scanned. */
export function ScheduleDialog({ domains, onClose }: Props): ReactNode {
  const [choice, setChoice] = useState(() => commonSchedule(domains))
  const name = useId()
  const save = useSetSchedule()

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (choice === null) return
    const changed = domains.filter(domain => domain.scan_schedule !== choice)
    if (changed.length === 0) return onClose()
    save.start({ domains: changed, frequency: choice }, { onSuccess: onClose })
  }

  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={titleOf(domains)} description={nextWords(domains)}>
      <form onSubmit={onSubmit}>
        <fieldset className="mb-4">
          <legend className="sr-only">How often</legend>
          {frequencies.map(({ value, label, hint }) => (
            <label key={value} className="flex min-h-10 cursor-pointer items-start gap-3 py-1.5">
              <input
                type="radio"
                name={name}
                value={value}
                checked={choice === value}
                className="mt-1 size-4 accent-accent"
                onChange={() => setChoice(value)}
              />
              <span>
                {label}
                <span className="block text-13 text-ink3">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={save.busy} aria-disabled={choice === null || save.busy}>
            {save.busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The schedule that all of them have; null: they differ. */
function commonSchedule([first, ...others]: readonly Domain[]): Frequency | null {
  if (first === undefined) return null
  return others.every(({ scan_schedule }) => scan_schedule === first.scan_schedule) ? first.scan_schedule : null
}

function titleOf([first, ...others]: readonly Domain[]): string {
  if (first === undefined) return 'Scheduled scans'
  return others.length === 0
    ? `Scheduled scans of ${shownName(first)}`
    : `Scheduled scans of ${others.length + 1} domains`
}

function nextWords([first, ...others]: readonly Domain[]): string {
  const next = first?.next_scan_at ?? null
  if (others.length > 0 || next === null) return 'Choose how often to scan.'
  return `Next scan: ${exactTime(new Date(next))}`
}
