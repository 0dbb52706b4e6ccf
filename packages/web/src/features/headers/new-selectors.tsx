import { addSelectorRoute } from '@waxseal/contract/routes'
import { Check, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { type NewSelector, useAddSelector } from './api.ts'
import { Bounded } from './bounded.tsx'

/** The DKIM selectors that this message shows and that scans of the domain do not look up yet. */
export function NewSelectors({ selectors }: { selectors: readonly NewSelector[] }): ReactNode {
  if (selectors.length === 0) return null
  return (
    <div className="mt-4">
      <p className="mb-2 max-w-prose text-13 text-ink2">
        {selectors.length === 1
          ? 'Scans do not look up this DKIM selector of your domain yet.'
          : 'Scans do not look up these DKIM selectors of your domains yet.'}
      </p>
      <Bounded items={selectors}>
        {shown => (
          <ul className="flex flex-wrap gap-2">
            {shown.map(selector => (
              <li key={`${selector.domain_id} ${selector.selector}`} className="min-w-0">
                <Offer selector={selector} />
              </li>
            ))}
          </ul>
        )}
      </Bounded>
    </div>
  )
}

function Offer({ selector }: { selector: NewSelector }): ReactNode {
  const [isAdded, setIsAdded] = useState(false)
  const add = useAddSelector(selector)
  const named = `${selector.selector} to ${selector.domain_name}`
  const Icon = isAdded ? Check : Plus
  return (
    <RoleButton
      needs={addSelectorRoute}
      size="small"
      className="h-auto min-h-8 max-w-full py-1 whitespace-normal [overflow-wrap:anywhere] aria-disabled:opacity-55"
      busy={add.busy}
      // It stays, so that the focus does.
      aria-disabled={add.busy || isAdded || undefined}
      onClick={() => !isAdded && add.start(undefined, { onSuccess: () => setIsAdded(true) })}
    >
      {!add.busy && <Icon className="size-3.5 shrink-0" aria-hidden />}
      {isAdded ? `Added selector ${named}` : `Add selector ${named}`}
    </RoleButton>
  )
}
