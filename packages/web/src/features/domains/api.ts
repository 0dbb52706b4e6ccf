import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addDomainRoute, addDomainsRoute, changeTagsRoute, deleteDomainRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { lockedFeature } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { type Domain, domainsQuery } from '../../lib/queries.ts'
import { runsAlready } from '../../lib/query.ts'
import type { TagChange } from './tags.ts'
import { domainTexts } from './wording.ts'

const addKey = ['domains', 'add']
const addManyKey = ['domains', 'add-many']
const deleteKey = ['domains', 'delete']
const tagsKey = ['domains', 'tags']

/**
 * Adds a domain. `onClose` is called when the dialog has no more to do: added, or forbidden by the plan; `onAdded`
 * before it in the first case.
 */
export function useAddDomain(onClose: () => void, onAdded: () => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: addKey,
    mutationFn: (name: string) => call(addDomainRoute, { body: { domain_name: name.trim() } }),
    meta: { failure: domainTexts.addFailed, preferDetail: true },
    onSuccess: async () => {
      notify.success(domainTexts.added)
      // The dialog waits for the list: the button it gives the focus back to may go with the empty state.
      await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
      onAdded()
      onClose()
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    },
    onError: error => {
      if (lockedFeature(error) === 'domains') onClose()
    },
  })
  return { busy: isPending, start: (name: string) => void (runsAlready(client, addKey) || mutate(name)) }
}

export type Added = Reply<typeof addDomainsRoute>

/** Adds the domains of a text. `onDone` is called with what became of them, `onLocked` when the plan has no room at all. */
export function useAddDomains({ onDone, onLocked }: { onDone: (added: Added) => void; onLocked: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: addManyKey,
    mutationFn: (names: string) => call(addDomainsRoute, { body: { names } }),
    meta: { failure: 'Failed to add the domains', preferDetail: true },
    onSuccess: async added => {
      await client.invalidateQueries({ queryKey: domainsQuery.queryKey })
      onDone(added)
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    },
    onError: error => {
      if (lockedFeature(error) === 'domains') onLocked()
    },
  })
  return { busy: isPending, start: (names: string) => void (runsAlready(client, addManyKey) || mutate(names)) }
}

interface Tagging {
  domains: readonly Domain[]
  change: TagChange
}

export function useChangeTags() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: tagsKey,
    mutationFn: ({ domains, change }: Tagging) =>
      call(changeTagsRoute, {
        body: { domain_ids: domains.map(({ id }) => id), add: [...change.add], remove: [...change.remove] },
      }),
    meta: {
      failure: 'Failed to save the tags',
      preferDetail: true,
      failureByStatus: { 404: 'Nothing was changed: what was selected is no longer in your list' },
    },
    onSuccess: ({ changed, full }) => {
      const tags = new Map(changed.map(one => [one.id, one.tags]))
      client.setQueryData(domainsQuery.queryKey, domains =>
        domains?.map(domain => ({ ...domain, tags: tags.get(domain.id) ?? domain.tags })),
      )
      if (changed.length > 0 || full.length === 0) notify.success('Tags saved')
    },
    // What else changed meanwhile, in another tab say.
    onSettled: () => void client.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  })
  return {
    busy: isPending,
    start: (tagging: Tagging, onSuccess: (reply: Reply<typeof changeTagsRoute>) => void) =>
      void (runsAlready(client, tagsKey) || mutate(tagging, { onSuccess })),
  }
}

export function useDeleteDomain() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationKey: deleteKey,
    mutationFn: (domain: Domain) => call(deleteDomainRoute, { params: { id: domain.id } }),
    meta: {
      failure: domainTexts.deleteFailed,
      failureByStatus: { 404: 'This domain is no longer in your list: it was deleted elsewhere' },
    },
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
