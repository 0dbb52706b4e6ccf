import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addDomainRoute, deleteDomainRoute } from '@waxseal/contract/routes'
import { call } from '../../lib/api.ts'
import { lockedFeature } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { type Domain, domainsQuery } from '../../lib/queries.ts'
import { runsAlready } from '../../lib/query.ts'
import { domainTexts } from './wording.ts'

const addKey = ['domains', 'add']
const deleteKey = ['domains', 'delete']

/** Adds a domain. `onClose` is called when the dialog has no more to do: added, or forbidden by the plan. */
export function useAddDomain(onClose: () => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: addKey,
    mutationFn: (name: string) => call(addDomainRoute, { body: { domain_name: name.trim() } }),
    meta: { failure: domainTexts.addFailed, preferDetail: true },
    onSuccess: async () => {
      notify.success(domainTexts.added)
      // The dialog waits for the list: the button it gives the focus back to may go with the empty state.
      await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
      onClose()
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    },
    onError: error => {
      if (lockedFeature(error) === 'domains') onClose()
    },
  })
  return { busy: isPending, start: (name: string) => void (runsAlready(client, addKey) || mutate(name)) }
}

export function useDeleteDomain() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: deleteKey,
    mutationFn: (domain: Domain) => call(deleteDomainRoute, { params: { id: domain.id } }),
    meta: { failure: domainTexts.deleteFailed },
    onSuccess: () => void notify.success(domainTexts.deleted),
    // Also after a failure: it may have been deleted elsewhere.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    },
  })
  return {
    busy: isPending,
    start: (domain: Domain, onSettled: () => void) =>
      void (runsAlready(client, deleteKey) || mutate(domain, { onSettled })),
  }
}
