import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { domainsQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Configuration } from './api.ts'
import { Propagation, PublishRecord } from './publish-part.tsx'
import { flatteningTexts } from './wording.ts'

interface Props {
  configuration: Configuration
  /** Gets the focus afterwards: the form that opened the dialog is closed. */
  focusAfter: RefObject<HTMLElement | null>
  onClose: () => void
}

/** What a new configuration is, and what the user does next. */
export function CreatedDialog({ configuration, focusAfter, onClose }: Props): ReactNode {
  const { hosted_name, parsed_includes, original_spf_record, original_domain, publication } = configuration
  const { data: domains } = useQuery(domainsQuery)
  const domain = domains?.find(({ id }) => id === configuration.domain_id) ?? null
  const isPreview = publication === 'preview'
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      shape="wide"
      title={flatteningTexts.createdTitle}
      focusFallback={focusAfter}
    >
      <ol className="grid grid-cols-1 gap-6">
        <Step title="1. What we did">
          <p className="text-ink2">
            {isPreview
              ? 'We flattened your record and proved it. This server has no zone, so it is not published at:'
              : 'We flattened your record, proved it and host it at:'}
          </p>
          <p className="mt-1 flex items-center gap-1">
            <span className="min-w-0 font-mono text-13 [overflow-wrap:anywhere]" dir="ltr">
              {hosted_name}
            </span>
            {!isPreview && <CopyButton text={hosted_name} what={hosted_name} />}
          </p>
          {parsed_includes.length > 0 && (
            <p className="mt-1 text-ink2">
              We monitor{' '}
              <span className="font-mono text-13 [overflow-wrap:anywhere]">{parsed_includes.join(', ')}</span>.
            </p>
          )}
        </Step>
        <Step title="2. BEFORE">
          <RecordView name={original_domain} type="TXT" text={original_spf_record} grammar="spf" isDraft />
        </Step>
        <Step title="3. AFTER">
          <PublishRecord configuration={configuration}>
            {() => (
              <>
                <p className="mt-2 text-13 text-ink2">
                  Replace the whole TXT record that begins with v=spf1 at {original_domain}.
                </p>
                <Propagation domain={domain} name={original_domain} />
              </>
            )}
          </PublishRecord>
        </Step>
        <Step title="4. Adding another service later">
          <p className="text-ink2">
            Edit the original SPF, then click Check for Updates. We also re-flatten at once when you save.
          </p>
        </Step>
      </ol>
      {!isPreview && <ImportantNotes domain={original_domain} />}
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={onClose}>
          {flatteningTexts.gotIt}
        </Button>
      </div>
    </Dialog>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <li className="min-w-0">
      <h3 className="mb-1 font-[600]">{title}</h3>
      {children}
    </li>
  )
}

function ImportantNotes({ domain }: { domain: string }): ReactNode {
  return (
    <section aria-labelledby="important-notes" className="mt-6 border-t border-line pt-4">
      <h3 id="important-notes" className="font-[600]">
        Important notes
      </h3>
      <ul className="ms-5 mt-1 list-disc text-ink2">
        <li>Keep only one SPF record at {domain}. With two, receivers ignore both.</li>
        <li>We check your includes at least once an hour, and publish new addresses at once.</li>
        <li>Large removals wait 24 hours, so an error at a service does not stop your mail.</li>
        <li>If a service cannot be reached, the last good record stays hosted.</li>
        <li>To leave, publish another SPF record at {domain} before you delete this configuration.</li>
      </ul>
    </section>
  )
}
