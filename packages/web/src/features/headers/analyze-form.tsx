import { analyzeHeadersRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { sampleHeader } from '@waxseal/core/headers'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { headerTexts } from './wording.ts'

interface Props {
  busy: boolean
  /** The analysis on screen: a message about the field does not outlast it. */
  shown: string | null
  onAnalyze: (raw: string) => void
}

/** The field for the header of a message. What is typed stays in this tab only: it is personal data. */
export function AnalyzeForm({ busy, shown, onAnalyze }: Props): ReactNode {
  const [raw, setRaw] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isReplacing, setIsReplacing] = useState(false)
  const [shownBefore, setShownBefore] = useState(shown)
  const isEmpty = raw.trim() === ''
  if (shownBefore !== shown) {
    setShownBefore(shown)
    setError(null)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (busy) return
    if (isEmpty) return setError(wording.enterHeaders)
    onAnalyze(raw)
  }

  function enter(text: string): void {
    setRaw(text)
    setError(null)
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextArea
        label="Raw headers"
        rows={10}
        value={raw}
        error={error}
        placeholder="Received: from mail.example.com …"
        hint="Open the message in your mail program, choose Show original or View source, and paste its header here. With the whole message, signatures are checked too."
        onChange={event => enter(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <RoleButton
          needs={analyzeHeadersRoute}
          type="submit"
          look="primary"
          className="aria-disabled:opacity-55"
          busy={busy}
          // It can still be pressed, and then says what is missing.
          aria-disabled={busy || isEmpty || undefined}
        >
          {headerTexts.analyze}
        </RoleButton>
        <Button
          look="quiet"
          onClick={() => (isEmpty || raw === sampleHeader ? enter(sampleHeader) : setIsReplacing(true))}
        >
          {headerTexts.loadSample}
        </Button>
      </div>
      {isReplacing && (
        <ConfirmDialog
          title="Replace the pasted headers?"
          description="The sample takes the place of the text in the field."
          confirm="Replace"
          cancel="Keep mine"
          onConfirm={() => {
            enter(sampleHeader)
            setIsReplacing(false)
          }}
          onCancel={() => setIsReplacing(false)}
        />
      )}
    </form>
  )
}
