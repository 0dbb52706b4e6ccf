import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addSelectorRoute, deleteSelectorRoute, listSelectorsRoute } from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { RoleButton } from '../../../components/role-button.tsx'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { type Domain, keys } from '../../../lib/queries.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useRoleProblem } from '../../../lib/use-role.ts'
import { Field } from '../../../ui/field.tsx'
import { useFollowedLink } from '../../../ui/followed-link.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { selectorAnchor } from '../section-ids.ts'
import { reportTexts } from '../wording.ts'

/** The selectors that every scan of the domain queries, and a field to add one. */
export function SelectorField({ domain }: { domain: Domain }): ReactNode {
  const client = useQueryClient()
  const queryKey = keys.selectors(domain.id)
  const [error, setError] = useState<string | null>(null)
  const [value, setValue] = useState('')
  const locked = useRoleProblem(addSelectorRoute)
  const field = useRef<HTMLInputElement>(null)
  const followed = useFollowedLink(selectorAnchor)
  useEffect(() => {
    if (followed !== null) field.current?.focus()
  }, [followed])
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSelectorsRoute, { params: { id: domain.id }, signal }),
  })
  const add = useAction({
    key: ['selectors', 'add', domain.id],
    run: (selector: string) => call(addSelectorRoute, { params: { id: domain.id }, body: { selector } }),
    success: 'Selector added. The next scan looks it up.',
    // Shown beside the field.
    failure: 'shown',
    onSuccess: reply => {
      client.setQueryData(queryKey, reply)
      setValue('')
    },
    onError: cause => setError(cause instanceof ApiError && cause.detail ? cause.detail : reportTexts.selectorFailed),
  })
  const remove = useAction({
    key: ['selectors', 'remove', domain.id],
    run: (selector: string) => call(deleteSelectorRoute, { params: { id: domain.id, selector } }),
    failure: { failure: 'The selector could not be removed' },
    // The focused button disappears with its selector.
    onSuccess: () => field.current?.focus(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (locked !== null) return setError(locked)
    if (value.trim() === '') return setError(wording.invalidSelector)
    add.start(value)
  }

  return (
    <div className="max-w-prose">
      <form onSubmit={onSubmit} noValidate className="flex items-start gap-2">
        <Field
          ref={field}
          className="grow"
          label="Add a DKIM selector"
          name="selector"
          placeholder="s1"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={value}
          error={error}
          readOnly={locked !== null}
          hint={`Enter the s= tag of the DKIM-Signature in a message you sent. The next scan looks it up. Every scan tries the common ones: ${reportTexts.commonSelectors}.`}
          onChange={event => {
            setValue(event.target.value)
            setError(null)
          }}
        />
        <RoleButton needs={addSelectorRoute} type="submit" className="mt-6" busy={add.busy}>
          Add
        </RoleButton>
      </form>
      {list.isPending && (
        <Loading what="the selectors of this domain">
          <Skeleton className="mt-4 h-8 w-40" />
        </Loading>
      )}
      {list.isError && <LoadFailed what="The selectors of this domain" onRetry={() => void list.refetch()} />}
      {list.data && list.data.selectors.length > 0 && (
        <ul aria-label="Selectors of this domain" className="mt-4 flex flex-wrap gap-2">
          {list.data.selectors.map(({ selector, source }) => (
            <li key={selector} className="inline-flex items-center gap-1 rounded border border-line ps-2 text-13">
              <span className="font-mono" dir="ltr">
                {selector}
              </span>
              <span className="text-ink3">{source === 'user' ? 'added' : 'found before'}</span>
              <RoleButton
                needs={deleteSelectorRoute}
                size="icon"
                look="quiet"
                aria-label={`Remove the selector ${selector}`}
                onClick={() => remove.start(selector)}
              >
                <X className="size-3.5" aria-hidden />
              </RoleButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
