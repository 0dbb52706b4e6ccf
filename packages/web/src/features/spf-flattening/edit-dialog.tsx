import { subdomainServices } from '@waxseal/core/spf'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type Configuration, useUpdate } from './api.ts'
import { inOneLine, isSpf } from './found-record.ts'
import { withIncludes } from './with-include.ts'
import { flatteningTexts } from './wording.ts'

/** The services that the specification names, in its order. */
const services = ['google-workspace', 'microsoft-365', 'mailchimp', 'sendgrid', 'mailgun', 'postmark'].flatMap(
  id => subdomainServices.find(service => service.id === id) ?? [],
)

/** Changes the original record; the hosted one is then made again from it. */
export function EditDialog({
  configuration,
  onClose,
}: {
  configuration: Configuration
  onClose: () => void
}): ReactNode {
  const { original_domain, original_spf_record, publication } = configuration
  const [record, setRecord] = useState(original_spf_record)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const update = useUpdate(configuration, setProblem)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = inOneLine(record)
    if (!isSpf(typed)) {
      notify.error(flatteningTexts.editStart)
      setProblem(flatteningTexts.editStart)
      form.current?.querySelector('textarea')?.focus()
      return
    }
    setProblem(null)
    update.start({ original_domain, original_spf_record: typed }, { onSuccess: onClose })
  }

  function change(next: string): void {
    setProblem(null)
    setRecord(next)
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      shape="wide"
      title={flatteningTexts.editTitle}
      description={`The record of ${original_domain} with all its includes, as you would publish it without flattening.`}
    >
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
        <TextArea
          label="Original SPF record"
          rows={5}
          value={record}
          error={problem}
          onChange={event => change(event.target.value)}
        />
        <section aria-labelledby="how-it-works" className="rounded bg-sunken px-4 py-3">
          <h3 id="how-it-works" className="font-[600]">
            {flatteningTexts.howThisWorks}
          </h3>
          <ol className="mt-1 ms-5 list-decimal text-ink2">
            <li>Add or remove includes and addresses in the record.</li>
            <li>We look up every address and prove that the hosted record lets the same mail pass.</li>
            <li>
              {publication === 'preview'
                ? 'This server has no zone to host records in, so nothing is published.'
                : `We publish the hosted record. The record at ${original_domain} stays as it is.`}
            </li>
          </ol>
        </section>
        <section aria-labelledby="common-services">
          <h3 id="common-services" className="font-[600]">
            Common services
          </h3>
          <ul className="mt-1 border-t border-line">
            {services.map(({ id, name, includes }) => (
              <li
                key={id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-1 text-13"
              >
                <span className="min-w-0 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-4">
                  <span className="block">{name}</span>
                  <span className="block font-mono [overflow-wrap:anywhere]" dir="ltr">
                    {includes.map(include => `include:${include}`).join(' ')}
                  </span>
                </span>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Add ${name}`}
                  onClick={() => change(withIncludes(record, includes))}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </section>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={update.busy}>
            {flatteningTexts.update}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
