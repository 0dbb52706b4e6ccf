import { limits } from '@waxseal/contract/limits'
import { thousands } from '@waxseal/contract/wording'
import { FileUp } from 'lucide-react'
import { type FormEvent, type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Domain } from '../../lib/queries.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import type { AddDraft } from './add-domain-dialog.tsx'
import { AddedList } from './added-list.tsx'
import { type Added, useAddDomains } from './api.ts'
import { ListCount } from './list-count.tsx'
import { readFile } from './read-file.ts'
import { previewOf } from './read-list.ts'

interface Props {
  domains: readonly Domain[]
  draft: AddDraft
  onDraft: (change: Partial<AddDraft>) => void
  onClose: () => void
  onSelect: (ids: readonly string[]) => void
  onScan: (added: readonly Domain[]) => void
}

/** Adds many domains at once, typed, pasted or from a file, and shows the result. */
export function AddList({ domains, draft: { list }, onDraft, onClose, onSelect, onScan }: Props): ReactNode {
  const [problem, setProblem] = useState<string | null>(null)
  const [added, setAdded] = useState<Added | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const settled = useDeferredValue(list)
  const preview = useMemo(() => previewOf(settled, domains), [settled, domains])
  const tooMuch = settled.trim() === '' ? null : preview.problem
  const message = problem ?? tooMuch

  const add = useAddDomains({
    onDone: reply => {
      const open = reply.skipped.filter(({ code }) => code !== 'conflict')
      onDraft({ list: open.map(({ input }) => input).join('\n') })
      setAdded(reply)
    },
    // The upgrade dialog replaces this one; the list is kept.
    onLocked: onClose,
  })

  useLayoutEffect(() => box.current?.focus(), [])
  const over = useFileDrop(file => void take(file))

  async function take(file: File): Promise<void> {
    const read = await readFile(file)
    if (read.ok) onDraft({ list: read.text })
    setProblem(read.ok ? null : `${file.name}: ${read.problem}`)
    box.current?.focus()
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const { problem } = previewOf(list, domains)
    setProblem(problem)
    if (problem === null) add.start(list)
    else box.current?.focus()
  }

  function done(): void {
    onDraft({ list: '', way: 'one' })
    onClose()
  }

  if (added) {
    return (
      <AddedList
        added={added}
        onAgain={list === '' ? null : () => setAdded(null)}
        onUpgrade={() => {
          onClose()
          upgrade.open({ feature: 'domains', detail: null })
        }}
        onSelect={() => {
          onSelect(added.added.map(({ id }) => id))
          done()
        }}
        onScan={() => {
          onScan(added.added)
          done()
        }}
        onDone={done}
      />
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <label htmlFor="domain-list" className="mb-1 block text-13 font-[560]">
        List of domains
      </label>
      <textarea
        ref={box}
        id="domain-list"
        rows={6}
        value={list}
        placeholder={'example.com\nexample.org'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={message === null ? undefined : true}
        aria-describedby="domain-list-note"
        onChange={event => {
          onDraft({ list: event.target.value })
          setProblem(null)
        }}
        className={cx(
          'block w-full resize-y rounded border bg-surface px-3 py-2 font-mono text-13 text-ink placeholder:text-ink3 max-sm:text-16',
          message === null ? 'border-field hover:border-ink' : 'border-poor',
          over && 'outline-2 outline-offset-2 outline-accent',
        )}
      />
      <p
        id="domain-list-note"
        role={message === null ? undefined : 'alert'}
        className={cx('mt-1 text-13 [overflow-wrap:anywhere]', message === null ? 'text-ink3' : 'text-poor')}
      >
        {message ??
          `One domain a line, or a CSV file with a column of names. Up to ${thousands(limits.bulkNames)} names and ${limits.bulkBytes / 1024} KB.`}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-ink3">
        <Button size="small" onClick={() => picker.current?.click()}>
          <FileUp className="size-4" aria-hidden />
          Choose a file
        </Button>
        <span className="pointer-coarse:hidden">or drop one here.</span>
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="CSV file of domains"
          tabIndex={-1}
          className="hidden"
          onChange={event => {
            const [file] = event.target.files ?? []
            if (file !== undefined) void take(file)
            // Allows choosing the same file again after a correction.
            event.target.value = ''
          }}
        />
      </div>
      <ListCount preview={preview} owned={domains.length} />
      <button type="button" className="prose-link mt-4 text-13" onClick={() => onDraft({ way: 'one' })}>
        Add a single domain instead
      </button>
      <div className="mt-6 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={add.busy}>
          {add.busy ? 'Adding...' : 'Add Domains'}
        </Button>
      </div>
    </form>
  )
}
