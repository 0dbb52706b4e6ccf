import * as wording from '@waxseal/contract/wording'
import { states } from '@waxseal/core/check'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

interface Props {
  /** Why the server refused the name; null: it did not. */
  error: string | null
  busy: boolean
  onCheck: (typed: string) => void
}

/** The field for a domain: the first thing on the page. */
export function CheckField({ error, busy, onCheck }: Props): ReactNode {
  const [empty, setEmpty] = useState(false)
  const shown = empty ? wording.enterDomain : error

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('domain')
    const name = typeof typed === 'string' ? typed.trim() : ''
    setEmpty(name === '')
    if (name !== '' && !busy) onCheck(name)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-2" role="search" aria-label="Check a domain">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <Field
            label="Your domain"
            name="domain"
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            maxLength={2_000}
            error={shown}
            hint="Free, without an account. Takes less than a minute."
          />
        </div>
        <Button type="submit" look="primary" className="mt-6" busy={busy}>
          {busy ? `${states.checking.word}...` : 'Check'}
        </Button>
      </div>
    </form>
  )
}
